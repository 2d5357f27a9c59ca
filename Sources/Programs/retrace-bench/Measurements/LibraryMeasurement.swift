import Catalogue
import Platform

/// The cost of calling an installed `libretrace` from a C program.
struct LibraryMeasurement {
  private let options: Options
  private let folder: WorkFolder

  init(_ options: Options, _ folder: WorkFolder) {
    self.options = options
    self.folder = folder
  }

  func run() throws -> Report {
    let prefix = try options.requireInstalled()
    let folder = try folder.fresh("library")
    let (library, program) = (prefix + "/lib/libretrace.so.1", folder + "/calls")
    try compile(against: prefix, to: program)
    var figures = [Samples](repeating: Samples(), count: 5)
    for round in 0..<options.rounds {
      let line = try Self.figures([program, library, "\(folder)/profile-\(round)"])
      for (index, figure) in line.enumerated() { figures[index].append(figure) }
    }
    let size = Samples(try Self.megabytes(library))
    return Report(
      title: "library: calls of libretrace",
      explanation:
        "A C program loads the library and acts on a store in memory: Back and Forward, the "
        + "same\nwith a URL, undo and redo in a short log. Then it lists 50 tabs with their "
        + "text, on disk.",
      measurements: [
        Measurement("size", unit: "MB", size, goal: .value(12)),
        Measurement("load", unit: "µs", figures[0], goal: .value(2_000)),
        Measurement("travel, in memory", unit: "µs", figures[1], goal: .value(2)),
        Measurement("navigate, in memory", unit: "µs", figures[2]),
        Measurement("undo, in memory", unit: "µs", figures[3]),
        Measurement("50 tabs, on disk", unit: "µs", figures[4], goal: .value(60)),
      ])
  }

  private func compile(against prefix: String, to program: String) throws {
    // The C program is in the folder next to this file's folder.
    let source = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    _ = try ChildRun.time([
      "cc", "-O2", "-I\(prefix)/include", "\(source)/LibraryCalls.c", "-ldl", "-o", program,
    ])
  }

  /// Returns the numbers in a line printed by a program.
  private static func figures(_ arguments: [String]) throws -> [Double] {
    guard let ends = ChildRun.start(arguments) else {
      throw CommandError("failed", "Cannot start \(arguments[0]).")
    }
    close(ends.input)
    let answers = LineReader(Descriptor(ends.output, name: "the program"))
    defer {
      answers.descriptor.close()
      ends.child.wait()
    }
    let line = try answers.next()?.text
    let figures = line?.split(separator: " ").compactMap { Double($0) } ?? []
    guard figures.count == 5 else {
      throw CommandError("failed", "\(arguments.joined(separator: " ")) gave no figures.")
    }
    return figures
  }

  private static func megabytes(_ path: String) throws -> Double {
    let file = try FileDescriptor.open(path, O_RDONLY)
    defer { FileDescriptor.close(file) }
    return Double(try FileDescriptor.status(file).st_size) / 1e6
  }
}
