import Catalogue
import Platform

/// Complete runs of other programs.
enum ChildRun {
  /// Returns the time from the start of a program until its end is detected, in nanoseconds.
  ///
  /// - Parameter input: The file to write to the program's standard input through a pipe, or nil
  ///   for `/dev/null`.
  static func time(
    _ arguments: [String], input: String? = nil
  ) throws -> Double {
    let start = Clock.nanoseconds
    if let input {
      try runPiped(arguments, input)
    } else {
      try wait(try launch(arguments), arguments)
    }
    return Double(Clock.nanoseconds - start)
  }

  /// Returns the running time of a program, which may end with any exit status.
  ///
  /// - Returns: The time in nanoseconds, and whether the exit status was 0.
  static func attempt(
    _ arguments: [String]
  ) throws -> (nanoseconds: Double, isDone: Bool) {
    let start = Clock.nanoseconds
    let end = try launch(arguments).wait()
    return (Double(Clock.nanoseconds - start), end == .status(0))
  }

  private static func runPiped(_ arguments: [String], _ file: String) throws {
    let ends = try FileDescriptor.pipe()
    let source = try FileDescriptor.open(file, O_RDONLY)
    let feeder = try launch(["/bin/cat"], input: source, output: ends.writing)
    close(source)
    close(ends.writing)
    let program = try launch(arguments, input: ends.reading)
    close(ends.reading)
    try wait(program, arguments)
    try wait(feeder, ["cat"])
  }

  /// A running program with its standard input and output.
  struct Ends {
    let child: StartedProcess
    let input: Int32
    let output: Int32
  }

  /// Starts a program and leaves it running, or returns nil if it cannot be started.
  static func start(_ arguments: [String]) -> Ends? {
    guard let input = try? FileDescriptor.pipe(), let output = try? FileDescriptor.pipe() else {
      return nil
    }
    let child = try? launch(arguments, input: input.reading, output: output.writing)
    close(input.reading)
    close(output.writing)
    return child.map { Ends(child: $0, input: input.writing, output: output.reading) }
  }

  /// - Parameters:
  ///   - input: The standard input, or nil for `/dev/null`.
  ///   - output: The standard output, or nil for `/dev/null`.
  private static func launch(
    _ arguments: [String], input: Int32? = nil, output: Int32? = nil
  ) throws -> StartedProcess {
    var program = ProcessLauncher(arguments[0], Array(arguments.dropFirst()))
    for (own, number) in [(input, Int32(0)), (output, 1)] {
      if let own {
        program.descriptors.append((own, number))
      } else {
        program.nullDescriptors.append(number)
      }
    }
    do throws {
      return try program.start()
    } catch {
      throw CommandError("failed", "Cannot start \(arguments[0]).")
    }
  }

  private static func wait(_ child: StartedProcess, _ arguments: [String]) throws {
    let end = child.wait()
    guard end == .status(0) else {
      throw CommandError("failed", "\(arguments.joined(separator: " ")) ended with \(end).")
    }
  }
}
