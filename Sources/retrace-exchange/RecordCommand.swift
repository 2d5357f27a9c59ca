import BrowserModel
import Console
import Exchange
internal import Notation
import Session

/// `record`: starts a browser and writes down what happens in it, until it ends.
struct RecordCommand {
  private let call: ExchangeCall

  init(_ call: ExchangeCall) { self.call = call }

  func run() throws {
    let stop = StopSignals.catchAll()
    let launch = try ChromiumLaunch(call)
    let session = try ExchangeCommand.session(call)
    let first = session.strip.sequence
    let recorder = try ChromiumRecorder(
      session, launch, takesPictures: !call.isWithoutPictures, stop: stop)
    let end = try recorder.run()
    let count = Int(session.strip.sequence.rawValue - first.rawValue)
    let output = Output(.standardOutput)
    if call.printsJSON {
      output.writeLine(json(end, count, recorder.problems))
    } else {
      for problem in recorder.problems { output.writeLine(VisibleText(problem)) }
      output.writeLine(VisibleText(sentence(end, count)))
    }
    try output.flush()
  }

  private func sentence(_ end: ChromiumRecorder.End, _ count: Int) -> String {
    let recorded = count == 1 ? "1 event was recorded" : "\(count) events were recorded"
    switch end {
    case .closed: return "Chromium was closed; \(recorded)."
    case .crashed(let reason):
      return "Chromium crashed (\(reason)); \(recorded), up to its end."
    }
  }

  private func json(
    _ end: ChromiumRecorder.End, _ count: Int, _ problems: [String]
  ) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.object("record") { json in
        json.member("events", count)
        switch end {
        case .closed: json.member("end", "closed")
        case .crashed(let reason):
          json.member("end", "crashed")
          json.member("reason", reason)
        }
        json.array("problems", of: problems)
      }
    }
    return json
  }
}

extension ChromiumLaunch {
  /// What the words after the browser's name and the options say.
  init(_ call: ExchangeCall) throws {
    self.init()
    guard let browser = call.operands.first, browser == "chromium" else {
      throw BrowserFailure("Only Chromium can be recorded and replayed: say “chromium”.")
    }
    if let program = call.program { self.program = program }
    profile = call.browserProfile
    isHeadless = call.isHeadless
    urls = Array(call.operands.dropFirst())
  }
}
