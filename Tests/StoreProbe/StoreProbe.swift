import BrowserModel
import Glibc
import RetraceEventLog
import RetraceStore
import TestSupport

/// A separate process for the tests of the store, for what cannot be tested inside the test
/// process.
///
/// Prints a line for each event, with a single `write(2)`.
@main
struct StoreProbe {
  let store: Store

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { return say("usage: StoreProbe mode profile [seed]") }
    do {
      if arguments[1] == "profiles" {
        return try openMany(arguments[2], count: arguments.last.flatMap { Int($0) } ?? 1)
      }
      let log = try EventLog(profile: arguments[2], access: .readWrite)
      let probe = StoreProbe(store: try Store(log) { 1_700_000_000_000 })
      let seed = arguments.dropFirst(3).first.flatMap { UInt64($0) } ?? 0
      switch arguments[1] {
      case "serve": probe.serve()
      case "run": try probe.run(seed: seed)
      case "claim": try probe.claim(seed: seed)
      case "forget": try probe.forget()
      case "break-off": try probe.breakOff(.site("qzkxj.example"))
      case "break-off-page": try probe.breakOff(.url("https://qzkxj.example/gift"))
      default: say("unknown mode")
      }
    } catch {
      say("failed \(error)")
    }
  }

  /// `run profile seed`: performs endless random steps. Acknowledges each durable step with the
  /// newest event.
  private func run(seed: UInt64) throws {
    var steps = RandomSteps(seed: seed)
    while true {
      if try store.perform(steps.next(store.readState())) { Self.say(newest) }
    }
  }

  /// `claim profile seed`: the same, but intentionally wrong: it acknowledges each step before
  /// writing it. A copy in memory provides the result.
  private func claim(seed: UInt64) throws {
    let copy = try Store(try store.log.copyInMemory()) { 1_700_000_000_000 }
    var steps = RandomSteps(seed: seed)
    while true {
      let step = try steps.next(store.readState())
      if try copy.perform(step) { Self.say("\(copy.browser.sequence.rawValue)") }
      _ = try store.perform(step)
    }
  }

  /// `forget profile`: repeatedly visits pages of a site and forgets the site. Prints a line when a
  /// forgetting begins and when it is done.
  private func forget() throws {
    let site = "qzkxj.example"
    while true {
      for number in 0..<5 {
        try store.perform(.open(OpenTab(Destination("http://\(site)/\(number)", input: site))))
      }
      Self.say("begun \(newest)")
      try store.forget(.site(site))
      Self.say("done \(newest)")
    }
  }

  /// `break-off profile`, `break-off-page profile`: forgets a site or a page, and is killed while
  /// records are copied.
  private func breakOff(_ scope: ForgettingScope) throws {
    try store.forget(scope) { _, _ in
      Self.say("killed")
      kill(getpid(), SIGKILL)
    }
  }

  var newest: String { "\(store.browser.sequence.rawValue)" }

  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(2) }
  }
}

extension EventLog {
  /// A log in memory with the same records.
  fileprivate func copyInMemory() throws -> EventLog {
    var records: [[UInt8]] = []
    try read { reader in
      try reader.scan { (_, bytes) in
        records.append(bytes.withUnsafeBytes { Array($0) })
        return true
      }
    }
    let copy = EventLog()
    try copy.write { writer in
      for record in records { try writer.append(record) }
    }
    return copy
  }
}
