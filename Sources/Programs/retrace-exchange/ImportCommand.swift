import BrowserModel
import Catalogue
import CommandKit
import Exchange
import ExchangeFormats
internal import Notation
import Platform
import RetraceStore

/// `import`: imports a file, and prints how many items of each kind were imported.
struct ImportCommand {
  private let call: HelperCall
  private let isDryRun: Bool
  /// The path of the source.
  private let path: String

  init(_ call: HelperCall) {
    self.call = call
    isDryRun = call.arguments.has("dry-run")
    path = call.arguments.text("file") ?? ""
  }

  func run() throws {
    let arguments = call.arguments
    let format = arguments.text("format").flatMap(FileFormat.init)
    let source = try ImportSource(path, format: format)
    var options = ImportOptions()
    options.folder = (arguments.text("into") ?? "").split(separator: "/").map(String.init)
    options.since = milliseconds("since")
    options.until = milliseconds("until")
    options.isDryRun = isDryRun
    let store = try call.store(now: call.now)
    let first = store.browser.sequence
    let report = try report(of: source, options, into: store)
    try HelperMain.reportNewProfile(store)
    let output = Output(.standardOutput)
    if call.printsJSON {
      try writeJSON(report, store, after: first, output)
    } else {
      printReport(report, output)
    }
    try output.flush()
  }

  private func report(
    of source: ImportSource, _ options: ImportOptions, into store: Store
  ) throws -> ImportReport {
    // While a pipe is read, Ctrl-C would go unnoticed, so the default signal handler ends the
    // program.
    let status = try? FileTree.status(at: path)
    guard let status, status.st_mode & S_IFMT != S_IFIFO else {
      let bar = ProgressBar("importing")
      defer { bar.end() }
      return try store.importAll(of: source, options) { bar.show($0, of: $1) }
    }
    return try ProgressBar.during("importing") { goesOn throws in
      try store.importAll(of: source, options) { done, total in
        guard goesOn(done, total) else { throw ExchangeError(.interrupted, "Interrupted.") }
      }
    }
  }

  /// Returns the time in an option, in milliseconds since 1970 UTC. The console passes absolute
  /// times.
  private func milliseconds(_ option: String) -> Int64? {
    guard case .time(let time) = call.arguments.point(option) else { return nil }
    return time.timestamp(now: .now).milliseconds
  }

  // MARK: The answer

  /// Returns the counts that are not 0, with their nouns in the singular or plural.
  private func counted(_ counts: ImportCounts) -> [SafeText] {
    let all: [(Int, String, String)] = [
      (counts.windows, "window", "windows"), (counts.tabs, "tab", "tabs"),
      (counts.groups, "group", "groups"), (counts.closedTabs, "closed tab", "closed tabs"),
      (counts.bookmarks, "bookmark", "bookmarks"), (counts.folders, "folder", "folders"),
      (counts.separators, "separator", "separators"), (counts.visits, "visit", "visits"),
      (counts.sites, "zoom of a site", "zooms of sites"), (counts.events, "event", "events"),
    ]
    return all.filter { $0.0 > 0 }.map { .counted($0.0, $0.1, $0.2) }
  }

  private func printReport(_ report: ImportReport, _ output: Output) {
    for problem in report.problems { output.writeLine(SafeText(problem)) }
    let untold = report.counts.problems - report.problems.count
    if untold > 0 {
      output.writeLine(
        "… and \(SafeText(untold.grouped)) more messages about data that could not "
          + "be imported.")
    }
    let parts = counted(report.counts)
    var line: SafeText = isDryRun ? "This would import " : "Imported "
    line += parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
    if report.counts.known > 0 {
      line += "; \(SafeText(report.counts.known.grouped)) already known"
    }
    output.writeLine(line + ".")
    let leftOut = ImportOmission.allCases.compactMap { kind in
      report.leftOut[kind].map { SafeText.counted($0, kind.one, kind.many) }
    }
    guard !leftOut.isEmpty else { return }
    output.writeLine(
      SafeText("Left out, because Retrace does not support it: ")
        + leftOut.joined(separator: ", ") + ".")
  }

  /// Writes `{"import":{…},"sequence":N,"events":[…]}`. If no event was written, writes only the
  /// first member.
  private func writeJSON(
    _ report: ImportReport, _ store: Store, after previous: BrowserModel.EventID,
    _ output: Output
  ) throws {
    output.write(bytes: Array("{\"import\":".utf8) + json(report).bytes)
    guard !isDryRun else { return output.write(bytes: Array("}\n".utf8)) }
    try HelperMain.writeEvents(of: store, after: previous, to: output)
  }

  private func json(_ report: ImportReport) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.member("windows", report.counts.windows)
      json.member("tabs", report.counts.tabs)
      json.member("groups", report.counts.groups)
      json.member("closedTabs", report.counts.closedTabs)
      json.member("bookmarks", report.counts.bookmarks)
      json.member("folders", report.counts.folders)
      json.member("separators", report.counts.separators)
      json.member("visits", report.counts.visits)
      json.member("sites", report.counts.sites)
      json.member("events", report.counts.events)
      json.member("known", report.counts.known)
      json.member("problemCount", report.counts.problems)
      json.array("problems", of: report.problems)
      json.object("leftOut") { json in
        for kind in ImportOmission.allCases {
          report.leftOut[kind].map { json.member(kind.rawValue, $0) }
        }
      }
      json.member("dryRun", isDryRun)
    }
    return json
  }
}
