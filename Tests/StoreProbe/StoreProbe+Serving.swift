import BrowserModel
import Glibc
import RetraceEventLog
import RetraceStore
import TestSupport

extension StoreProbe {
  /// `serve profile`: performs the command in each line of standard input, and answers with one
  /// line.
  func serve() {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      do {
        Self.say(try answer(words))
      } catch {
        Self.say("failed \(error)")
      }
    }
  }

  private func answer(_ words: [String]) throws -> String {
    let argument = words.dropFirst().first
    switch words.first {
    case "open": try store.perform(.open(OpenTab(argument.map { Destination($0) })))
    case "fill": try fill()
    case "undo": _ = try store.undo()
    case "redo": _ = try store.redo()
    case "state": return state
    case "random": try step(words.dropFirst().compactMap { UInt64($0) })
    case "write": return try openNumbered(words[1], milliseconds: Int(words[2]) ?? 0)
    case "hold": return try hold()
    case "append", "tabs":
      return try append(argument.flatMap { Int($0) } ?? 0, closing: words[0] == "append")
    case "limit": limitFiles(to: argument.flatMap { UInt64($0) })
    default: return "unknown"
    }
    return newest
  }

  private func step(_ numbers: [UInt64]) throws {
    var steps = RandomSteps(seed: numbers[0])
    for _ in 0..<numbers[1] {
      let state = try store.readState()
      _ = try store.perform(steps.next(state))
    }
  }

  /// Opens tabs with long URLs until an error occurs.
  private func fill() throws {
    let url = "http://a.example/" + String(repeating: "x", count: 10_000)
    while true { try store.perform(.open(OpenTab(Destination(url)))) }
  }

  /// Includes the events of other processes.
  private var state: String {
    do {
      try store.catchUp()
      let judgement = try store.isSound() ? "sound" : "wrong"
      return "\(newest) tabs \(store.browser.tabCount) \(judgement)"
    } catch {
      return "failed \(error)"
    }
  }

  /// Nil means no limit.
  private func limitFiles(to bytes: UInt64?) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(3) }
  }
}
