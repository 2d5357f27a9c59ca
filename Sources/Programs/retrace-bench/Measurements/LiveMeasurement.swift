import Catalogue
import Notation
import Platform

/// Connected browsers: the time from the browser to the log and back, and the cost of the host.
struct LiveMeasurement {
  private let options: Options

  /// The script that drives the browsers, which needs node.
  private static let script = "Tests/LiveTests/Browsers/figures.mjs"

  init(_ options: Options) { self.options = options }

  func run() throws -> Report {
    let program = try options.requireProgram()
    guard FileTree.allows(R_OK, Self.script) else {
      throw CommandError(
        "failed",
        "Run `live` in the folder of Retrace's sources, because it uses a script there.")
    }
    let words = ["node", "--experimental-websocket", "--no-warnings", Self.script, program]
    guard let ends = ChildRun.start(words) else {
      throw CommandError("failed", "Cannot start node.")
    }
    close(ends.input)
    let answers = LineReader(Descriptor(ends.output, name: "node"))
    defer { answers.descriptor.close() }
    var report = Report(
      title: "live: browsers with the extension",
      explanation:
        "Headless. An event: from `pushState` in a page until the time stamp of the event. An order: from "
        + "the time stamp\nof a `back` or `forward` of another process until the page has moved. A start: "
        + "from the first message of\na browser with 300 known tabs until the host has assigned their ids. "
        + "Idle: the host's resident memory, and\nits processor time in ten seconds. The extension: the "
        + "processor time of its scripts for each navigation.")
    while let line = try answers.next()?.text { report.measurements.append(try measurement(line)) }
    guard ends.child.wait() == .status(0) else {
      throw CommandError(
        "failed", "The script failed. Are node, chromium and firefox-esr installed?")
    }
    return report
  }

  private func measurement(_ line: String) throws -> Measurement {
    guard let json = try? JSONParser.parse(Array(line.utf8)), let name = json["name"]?.string,
      let unit = json["unit"]?.string
    else { throw CommandError("failed", "The script printed “\(line)”.") }
    var values = Samples()
    for value in json["values"]?.elements ?? [] { values.append(value.double ?? .nan) }
    return Measurement(
      name, unit: unit, values, goal: json["goal"]?.double.map { .value($0) })
  }
}
