package import CommandKit
internal import Platform
package import RetraceStore

/// The progress of long work, shown on a terminal after half a second.
package final class ProgressBar {
  /// A kind of work. The time is measured separately for each kind.
  package struct Work: Hashable, Sendable {
    let verb: SafeText
    let unit: SafeText

    /// - Parameters:
    ///   - verb: The current activity: `opening`.
    ///   - unit: The things that are counted.
    package init(_ verb: SafeText, of unit: SafeText = "events") {
      self.verb = verb
      self.unit = unit
    }
  }

  private var work: Work
  private let output = Output(.standardError)
  /// The start time, or nil from the end of work until progress is shown again.
  private var start: ContinuousClock.Instant? = .now
  private var shown: ContinuousClock.Instant?

  private static let patience = Duration.milliseconds(500)
  /// The minimum time between two updates. Work may report every step, which is too often to redraw
  /// the bar.
  private static let pause = Duration.milliseconds(100)

  /// Creates a bar that is not shown yet.
  package init(_ verb: SafeText, of unit: SafeText = "events") {
    work = Work(verb, of: unit)
  }

  /// Shows the progress. The total is 0 if it is not known. When the work is complete, the bar is
  /// removed.
  package func show(_ done: Int, of total: Int) {
    guard done < total || total == 0 else { return end() }
    let now = ContinuousClock.now
    let elapsed = now - (start ?? now)
    if start == nil { start = now }
    guard elapsed >= Self.patience, output.isTerminal, done > 0 else { return }
    if Output.showsProgress, let shown, now - shown < Self.pause { return }
    shown = now
    let state = State(work: work, done: done, total: total, elapsed: elapsed)
    write(state.line(columns: output.terminalColumns ?? 80))
  }

  /// Shows the progress of one of several kinds of work.
  package func show(_ work: Work, _ done: Int, of total: Int) {
    if work != self.work {
      end()
      self.work = work
    }
    show(done, of: total)
  }

  /// Removes the bar. The next progress starts a new bar.
  package func end() {
    if shown != nil { Output.clearProgress() }
    (shown, start) = (nil, nil)
  }

  /// Runs work that reports its progress, and that Ctrl-C stops at a consistent point.
  ///
  /// - Parameters:
  ///   - verb: The activity, such as “reading”.
  ///   - unit: The things that are counted, in the plural.
  ///   - body: The work. It calls its argument with the progress and the total, and continues while
  ///     the result is true.
  package static func during<Value>(
    _ verb: SafeText, of unit: SafeText = "events",
    _ body: (_ goesOn: @escaping (_ done: Int, _ total: Int) -> Bool) throws -> Value
  ) rethrows -> Value {
    let work = Work(verb, of: unit)
    return try during { bar in try body { bar(work, $0, $1) } }
  }

  /// Runs work of several kinds, which report their progress separately. Ctrl-C stops the work at a
  /// consistent point.
  package static func during<Value>(
    _ body: (_ goesOn: @escaping (Work, _ done: Int, _ total: Int) -> Bool) throws -> Value
  ) rethrows -> Value {
    let bar = ProgressBar("")
    defer { bar.end() }
    return try InterruptFlag.during {
      try body { work, done, total in
        bar.show(work, done, of: total)
        return !InterruptFlag.isSet
      }
    }
  }

  private func write(_ line: SafeText) {
    let line = output.showsOnlyASCII ? line.withASCIISigns : line
    Output.clearProgress()
    output.write(line)
    // The work continues even if its progress cannot be shown.
    do { try output.flush() } catch {}
    Output.noteProgress()
  }
}

extension ProgressBar {
  /// The progress of work, and the time since its start.
  struct State {
    let work: Work
    let done: Int
    let total: Int
    let elapsed: Duration

    private static let barColumns = 24

    /// Returns a line of the terminal. On a narrow terminal, first the bar and then the rate are
    /// omitted.
    func line(columns: Int) -> SafeText {
      let verb = work.verb + " "
      guard total > 0 else {
        return (verb + "\(done.grouped) \(work.unit), \(Int(perSecond).grouped)/s")
          .truncated(toColumns: columns - 1)
      }
      let rate: SafeText = "\(Int(perSecond).grouped) \(work.unit)/s, "
      let share: SafeText = "\(done * 100 / total) %, "
      // A line that fills the last column may be continued in the next row.
      let room = columns - 1 - (verb + share + rate + left).columns
      guard room >= 0 else { return (verb + share + left).truncated(toColumns: columns - 1) }
      let width = min(Self.barColumns, room - 1)
      guard width > 0 else { return verb + share + rate + left }
      let filled = width * done / total
      let bar =
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
      return verb + "\(bar) " + share + rate + left
    }

    private var perSecond: Double { Double(done) / max(elapsed / .seconds(1), 0.001) }

    private var left: SafeText {
      let seconds = Int((Double(total - done) / max(perSecond, 0.001)).rounded(.up))
      return switch seconds {
      case ..<120: "\(seconds) s left"
      case ..<7_200: "\(seconds / 60) min left"
      default: "\(seconds / 3_600) h left"
      }
    }
  }
}

extension ProgressBar {
  /// Shows the progress of long work of a store.
  /// - Returns: Whether to continue, which is false after Ctrl-C at a prompt.
  package func goesOn(_ work: LongWork, _ done: Int, _ total: Int) -> Bool {
    show(Self.work(work), done, of: total)
    return !SignalInbox.interruptRequested
  }

  private static func work(_ work: LongWork) -> Work {
    switch work {
    case .opening: Work("opening")
    case .indexing: Work("indexing pages")
    case .compacting: Work("compacting")
    }
  }
}
