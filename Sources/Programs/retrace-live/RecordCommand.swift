import BrowserModel
import Catalogue
import CommandKit
import Exchange
import ExchangeFormats
import Live
internal import Notation
import Platform
import RetraceStore

/// `record`: starts a browser and records its events until it exits.
struct RecordCommand {
  private let call: HelperCall

  init(_ call: HelperCall) { self.call = call }

  func run() throws {
    let stop = StopSignals.catchAll(orLosing: call.consoleDescriptor)
    guard let kind = call.arguments.text("browser").flatMap(BrowserKind.init) else {
      preconditionFailure("the declaration of “record” lists the browsers")
    }
    var launch = BrowserLaunch(
      kind, program: call.arguments.text("program"), isHeadless: call.arguments.has("headless"))
    launch.profile = call.arguments.text("profile-dir")
    launch.urls = call.arguments.texts("url")
    let store = try call.store()
    let first = store.browser.sequence
    let output = Output(.standardOutput)
    func printLine(_ line: String) throws {
      guard !call.printsJSON else { return }
      output.writeLine(SafeText(line))
      try output.flush()
    }
    let tail = LogTail(store, isColored: call.isColored, on: output)
    try printLine("Starting \(launch.kind.name) …")
    let recorder = try Recorder(
      store, launch, takesPictures: !call.arguments.has("no-pictures"), stop: stop)
    try printLine(
      "Recording its tabs, pages and histories, but no private windows. To stop, close it or press "
        + "Ctrl-C.")
    let end = try run(recorder, showing: tail)
    try HelperMain.reportNewProfile(store)
    let count = Int(store.browser.sequence.rawValue - first.rawValue)
    if call.printsJSON {
      output.write(bytes: Array("{\"record\":".utf8) + json(end, count, recorder.problems).bytes)
      try HelperMain.writeEvents(of: store, after: first, to: output)
    } else {
      for problem in recorder.problems { output.writeLine(SafeText(problem)) }
      output.writeLine(SafeText(sentence(launch.kind.name, end, count)))
    }
    try output.flush()
  }

  /// Records events, and prints each event if requested. The recording continues even if printing
  /// fails.
  private func run(_ recorder: Recorder, showing tail: LogTail) throws -> Recorder.End {
    guard !call.arguments.has("quiet"), !call.printsJSON else { return try recorder.run() }
    var tail = tail
    var failure: (any Error)?
    let end = try recorder.run {
      guard failure == nil else { return }
      do { try tail.showNew() } catch { failure = error }
    }
    if let failure { throw failure }
    return end
  }

  private func sentence(_ browser: String, _ end: Recorder.End, _ count: Int) -> String {
    let recorded = count == 1 ? "1 event was recorded" : "\(count.grouped) events were recorded"
    switch end {
    case .closed: return "\(browser) was closed; \(recorded)."
    case .crashed(let reason):
      return "\(browser) crashed (\(reason)); \(recorded) up to the crash."
    }
  }

  private func json(
    _ end: Recorder.End, _ count: Int, _ problems: [String]
  ) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.member("events", count)
      switch end {
      case .closed: json.member("end", "closed")
      case .crashed(let reason):
        json.member("end", "crashed")
        json.member("reason", reason)
      }
      json.array("problems", of: problems)
    }
    return json
  }
}
