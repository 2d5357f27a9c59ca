import BrowserModel
import EventLog
import Glibc
import Session
import TestSupport

extension SessionProbe {
  /// `serve profile`: does what each line of the standard input says, and answers with one line.
  func serve() {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      do throws(SessionFailure) {
        Self.say(try answer(words))
      } catch {
        Self.say("failed \(error.message)")
      }
    }
  }

  private func answer(_ words: [String]) throws(SessionFailure) -> String {
    let argument = words.dropFirst().first
    switch words.first {
    case "open": try session.perform(.open(OpenTab(argument.map { Destination($0) })))
    case "fill": try fill()
    case "undo": _ = try session.undo()
    case "redo": _ = try session.redo()
    case "state": return state
    case "random": try step(words.dropFirst().compactMap { UInt64($0) })
    case "limit": limitFiles(to: argument.flatMap { UInt64($0) })
    default: return "unknown"
    }
    return newest
  }

  private func step(_ numbers: [UInt64]) throws(SessionFailure) {
    var steps = RandomSteps(seed: numbers[0])
    for _ in 0..<numbers[1] { _ = try session.perform(steps.next(session.browser)) }
  }

  /// Opens tabs with long URLs until that fails.
  private func fill() throws(SessionFailure) {
    let url = "http://a.example/" + String(repeating: "x", count: 10_000)
    while true { try session.perform(.open(OpenTab(Destination(url)))) }
  }

  /// What others wrote included.
  private var state: String {
    do {
      try session.catchUp()
      let judgement = try session.isSound() ? "sound" : "wrong"
      return "\(newest) tabs \(session.browser.tabCount) \(judgement)"
    } catch {
      return "failed \(error)"
    }
  }

  /// Nil: no limit.
  private func limitFiles(to bytes: UInt64?) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(3) }
  }
}
