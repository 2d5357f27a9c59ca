package import CommandKit
internal import Platform
package import RetraceStore

/// How far long work is, on a terminal, as soon as it has taken half a second.
package final class ProgressBar {
  /// One kind of work. When another one is shown its time begins again.
  package struct Work: Hashable, Sendable {
    let verb: SafeText
    let unit: SafeText

    /// - Parameters:
    ///   - verb: What is being done: `opening`.
    ///   - unit: What is counted.
    package init(_ verb: SafeText, of unit: SafeText = "events") {
      self.verb = verb
      self.unit = unit
    }
  }

  private var work: Work
  private let output = Output(.standardError)
  /// When it began; nil until something is shown after an end.
  private var start: ContinuousClock.Instant? = .now
  private var shown: ContinuousClock.Instant?

  private static let patience = Duration.milliseconds(500)
  /// Work may tell of each of its steps; nobody can read so fast.
  private static let pause = Duration.milliseconds(100)

  /// Makes a bar that shows nothing yet.
  package init(_ verb: SafeText, of unit: SafeText = "events") {
    work = Work(verb, of: unit)
  }

  /// Shows how much is done of a whole, 0 where that is not known. Once that is all, the bar goes away.
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

  /// Shows how much is done of one kind of work among several.
  package func show(_ work: Work, _ done: Int, of total: Int) {
    if work != self.work {
      end()
      self.work = work
    }
    show(done, of: total)
  }

  /// Takes it away again; what is shown next begins again.
  package func end() {
    if shown != nil { Output.clearProgress() }
    (shown, start) = (nil, nil)
  }

  /// Runs work that shows how far it is, and that Ctrl-C stops before anything is half done.
  ///
  /// - Parameters:
  ///   - verb: What is done, such as “reading”.
  ///   - unit: What is counted, in the plural.
  ///   - body: The work. It says how much is done of how much, and gets whether to continue.
  package static func during<Value, Failure: Error>(
    _ verb: SafeText, of unit: SafeText = "events",
    _ body: (_ goesOn: @escaping (_ done: Int, _ total: Int) -> Bool) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let work = Work(verb, of: unit)
    return try during { bar throws(Failure) in try body { bar(work, $0, $1) } }
  }

  /// Runs work of several kinds likewise.
  package static func during<Value, Failure: Error>(
    _ body: (_ goesOn: @escaping (Work, _ done: Int, _ total: Int) -> Bool) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let bar = ProgressBar("")
    defer { bar.end() }
    return try NoticedInterrupts.during { () throws(Failure) in
      try body { work, done, total in
        bar.show(work, done, of: total)
        return !NoticedInterrupts.hasCome
      }
    }
  }

  private func write(_ line: SafeText) {
    let line = output.showsOnlyASCII ? line.withASCIISigns : line
    Output.clearProgress()
    output.write(line)
    // The work continues where nobody can see how far it is.
    do throws(SystemError) { try output.flush() } catch {}
    Output.noteProgress()
  }
}

extension ProgressBar {
  /// How far work is, and how long it took so far.
  struct State {
    let work: Work
    let done: Int
    let total: Int
    let elapsed: Duration

    private static let barColumns = 24

    /// One line of the terminal: where that is narrow the bar goes first, then the rate.
    func line(columns: Int) -> SafeText {
      let verb = work.verb + " "
      guard total > 0 else {
        return (verb + "\(done.grouped) \(work.unit), \(Int(perSecond).grouped)/s")
          .truncated(toColumns: columns - 1)
      }
      let rate: SafeText = "\(Int(perSecond).grouped) \(work.unit)/s, "
      let share: SafeText = "\(done * 100 / total) %, "
      // A line that fills the last column may continue in the next row.
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
  /// Shows how far the long work of a store is.
  ///
  /// - Returns: Whether to continue, which Ctrl-C at a prompt does not want.
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
