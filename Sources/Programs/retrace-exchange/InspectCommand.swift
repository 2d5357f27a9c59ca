import BrowserModel
import Catalogue
import CommandKit
import Exchange
import Inspector
import InspectorServer
internal import Notation
import Platform
import RetraceStore
import RetraceTimeline

/// `inspect`: writes a page with the log, or serves the page.
struct InspectCommand {
  private let call: HelperCall

  init(_ call: HelperCall) { self.call = call }

  /// - Returns: Whether all data was available.
  func run() throws -> ExitStatus {
    guard let path = call.arguments.text("file") else {
      try serve()
      return .done
    }
    let store = try call.store(isReadOnly: true)
    let contents = try write(store, to: path)
    let output = Output(.standardOutput)
    if call.printsJSON {
      output.writeLine(Self.json(path, contents))
    } else {
      printContents(of: path, contents, output)
    }
    try output.flush()
    return store.damagedEvents.isEmpty ? .done : .damaged
  }

  // MARK: A file

  /// Writes the complete page or nothing. If the user presses Ctrl-C, a partial file is removed.
  private func write(
    _ store: Store, to path: String
  ) throws -> (log: LogContents, pictures: Int) {
    var options = ExportOptions()
    options.moment = Moment(call.arguments.point("at"))
    options.disclosure.omitsPrivateData = call.arguments.has("share")
    options.disclosure.inventsNames = call.arguments.has("redact")
    let page = try InspectorPage(InspectorFiles())
    return try ProgressBar.during("writing") { goesOn throws in
      let file = try NewFile(path, replaces: call.arguments.has("replace"))
      let stream = ExportStream { try file.write($0) }
      let contents = try page.write(
        store, options, withPictures: call.arguments.has("pictures"), to: stream
      ) { done, total throws in
        guard goesOn(done, total) else { throw ExchangeError(.interrupted, "Interrupted.") }
      }
      try file.finish()
      return contents
    }
  }

  private func printContents(
    of path: String, _ contents: (log: LogContents, pictures: Int), _ output: Output
  ) {
    let log = contents.log
    var counts = [
      SafeText.counted(log.events, "event"), .counted(log.tabs, "tab"),
      .counted(log.hosts, "host"), .counted(log.texts, "text"),
    ]
    if call.arguments.has("pictures") { counts.append(.counted(contents.pictures, "picture")) }
    let names: SafeText = call.arguments.has("redact") ? " (with invented names)" : ""
    output.writeLine(
      "Wrote \(SafeText(path)): " + counts.joined(separator: ", ") + names + ".")
    output.writeLine(
      "The page keeps all of this. What you forget in the profile later stays in the page.")
  }

  private static func json(
    _ path: String, _ contents: (log: LogContents, pictures: Int)
  ) -> JSONWriter {
    .object { json in
      json.object("inspect") { json in
        json.member("file", path)
        json.member("events", contents.log.events)
        json.member("tabs", contents.log.tabs)
        json.member("hosts", contents.log.hosts)
        json.member("texts", contents.log.texts)
        json.member("pictures", contents.pictures)
      }
    }
  }

  // MARK: A server

  private func serve() throws {
    let stop = StopSignals.catchAll(orLosing: call.consoleDescriptor)
    let files = try InspectorFiles()
    let store = try call.store()
    let server = try PageServer(store, files)
    let output = Output(.standardOutput)
    if call.printsJSON {
      output.writeLine(
        .object { json in json.object("inspect") { $0.member("address", server.address) } })
    } else {
      output.writeLine("The page is at \(SafeText(server.address))")
      output.writeLine("The address works once, on this computer only. Press Ctrl-C to end.")
    }
    try output.flush()
    let opener = call.arguments.has("no-browser") ? nil : PageOpener(server.address)
    try server.run(until: stop)
    // The file of the opener is removed here, not earlier.
    withExtendedLifetime(opener) {}
  }
}
