import BrowserModel
import Catalogue
import CommandKit
import Exchange
import ExchangeFormats
internal import Notation
import Platform
import RetraceTimeline

/// `replay`: opens the windows of a moment in a browser, prints what was opened, and waits until
/// the browser is closed.
struct ReplayCommand {
  private let call: HelperCall

  init(_ call: HelperCall) { self.call = call }

  func run() throws {
    let stop = StopSignals.catchAll(orLosing: call.consoleDescriptor)
    guard let kind = call.arguments.text("browser").flatMap(BrowserKind.init) else {
      preconditionFailure("the declaration of “replay” lists the browsers")
    }
    let launch = BrowserLaunch(
      kind, program: call.arguments.text("program"), isHeadless: call.arguments.has("headless"))
    let replay = try Replay(
      call.store(), at: Moment(call.arguments.point("point")), on: call.branch, launch, stop: stop)
    let bar = ProgressBar("opening", of: "tabs")
    let report: Replay.Report
    do {
      defer { bar.end() }
      report = try replay.report { bar.show($0, of: $1) }
    }
    let output = Output(.standardOutput)
    if call.printsJSON {
      output.writeLine(json(report))
    } else {
      printReport(report, launch.kind.name, output)
    }
    try output.flush()
    replay.waitUntilClosed()
  }

  private func printReport(_ report: Replay.Report, _ browser: String, _ output: Output) {
    for sentence in report.missing { output.writeLine(SafeText(sentence)) }
    if let losses = report.leftOut.list {
      output.writeLine("Left out, because \(SafeText(browser)) cannot receive it: " + losses + ".")
    }
    let entries = SafeText.counted(report.entries, "entry", "entries")
    output.writeLine(
      "Opened " + .counted(report.tabs, "tab") + " with " + entries
        + ". Close \(SafeText(browser)) to continue.")
  }

  private func json(_ report: Replay.Report) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.object("replay") { json in
        json.member("windows", report.windows)
        json.member("tabs", report.tabs)
        json.member("entries", report.entries)
        json.array("missing", of: report.missing)
        json.object("leftOut") { report.leftOut.write(to: &$0) }
      }
    }
    return json
  }
}
