internal import Store

/// How far long work is, on a terminal, as soon as it has taken half a second.
public final class ProgressBar {
  private let verb: VisibleText
  private let unit: VisibleText
  private let output = Output(.standardError)
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?

  private static let patience = Duration.milliseconds(500)
  /// Work may tell of each of its steps; nobody can read so fast.
  private static let pause = Duration.milliseconds(100)
  private static let columns = 24

  /// - Parameters:
  ///   - verb: What is being done: `opening`.
  ///   - unit: What is counted.
  public init(_ verb: VisibleText, of unit: VisibleText = "events") {
    self.verb = verb
    self.unit = unit
  }

  public func show(_ done: Int, of total: Int) {
    let now = ContinuousClock.now
    let elapsed = now - start
    guard elapsed >= Self.patience, output.isTerminal, total > 0, done > 0 else { return }
    if let shown, now - shown < Self.pause { return }
    shown = now
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rate = Double(done) / seconds
    let left = Int(Double(total - done) / rate)
    let filled = Self.columns * done / total
    let bar =
      String(repeating: "█", count: filled)
      + String(repeating: "░", count: Self.columns - filled)
    write("\(verb) \(bar) \(done * 100 / total) %, \(Int(rate).grouped) \(unit)/s, \(left) s left")
  }

  /// Takes it away again.
  public func end() { if shown != nil { write("") } }

  private func write(_ line: VisibleText) {
    let line = output.showsOnlyASCII ? line.withASCIISigns : line
    output.write(VisibleText(trusted: "\r\u{1B}[K") + line)
    // The work goes on where nobody can see how far it is.
    do throws(SystemError) { try output.flush() } catch {}
  }
}

/// Shows how far the long work of a session is, one thing after the other.
final class LongWorkBar {
  private var bar: ProgressBar?

  func show(_ work: LongWork, _ done: Int, _ total: Int) {
    guard done < total else {
      bar?.end()
      bar = nil
      return
    }
    let bar = bar ?? ProgressBar(work.verb)
    bar.show(done, of: total)
    self.bar = bar
  }
}

extension LongWork {
  fileprivate var verb: VisibleText {
    switch self {
    case .opening: "opening"
    case .indexing: "indexing pages"
    case .compacting: "compacting"
    }
  }
}
