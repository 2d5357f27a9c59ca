import Catalogue
import CommandKit
import Platform
import RetraceEventLog
import RetraceStore

/// Measures Retrace, and the libraries and programs used as baselines, in the same run.
@main
enum RetraceBench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == Probe.word {
        try Probe.run(Array(arguments.dropFirst()))
      } else {
        try run(try Options(arguments))
      }
    } catch let error as UsageError {
      fail(error.message, status: 2)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func run(_ options: Options) throws {
    let folder = try WorkFolder(options.directory)
    for name in options.measurements {
      print(try measure(name, options, folder).text.text)
    }
  }

  private static func measure(
    _ name: MeasurementName, _ options: Options, _ folder: WorkFolder
  ) throws -> Report {
    switch name {
    case .append: try AppendMeasurement(options, folder).run()
    case .bulk: try BulkMeasurement(options, folder).run()
    case .replay: try ReplayMeasurement(options, folder).run()
    case .fold: FoldMeasurement(options).run()
    case .open: try OpenMeasurement(options, folder).run()
    case .serve: try ServeMeasurement(options, folder).run()
    case .growth: try GrowthMeasurement(options, folder).run()
    case .travel: try TravelMeasurement(options, folder).run()
    case .visits: try VisitsMeasurement(options, folder).run()
    case .start: try StartMeasurement(options).run()
    case .script: try ScriptMeasurement(options, folder).run()
    case .urls: try URLMeasurement(options, folder).run()
    case .commands: try CommandMeasurement(options, folder).run()
    case .library: try LibraryMeasurement(options, folder).run()
    case .console: try ConsoleMeasurement(options, folder).run()
    case .live: try LiveMeasurement(options).run()
    case .sync: try SyncMeasurement(options, folder).run()
    case .typed: TypedMeasurement(options).run()
    }
  }

  private static func fail(_ message: String, status: Int32) {
    let line = Array("retrace-bench: \(message)\n".utf8)
    try? FileDescriptor.writeAll(STDERR_FILENO, line)
    exit(status)
  }
}
