internal import Catalogue
internal import CommandKit
internal import Notation
internal import Platform

/// The program that serves the inspector's page of a profile. It ends when this value is released,
/// or when this process ends for any reason.
final class InspectorProgram {
  /// The descriptor that becomes readable when the program has printed the address of the page, or
  /// has ended.
  let descriptor: Int32
  /// The descriptor that the program reports a failure on. The program ends when it is closed.
  private let failure: Int32
  /// The process, for which the owner of this value must wait.
  let process: StartedProcess
  private var printed: [UInt8] = []

  /// Starts the program.
  ///
  /// - Throws: `CommandError` if the program is missing, or `Errno` if there are no more descriptors.
  init(profile: String) throws {
    var ends = [try FileDescriptor.pipe()]
    defer { for end in ends { FileDescriptor.close(end.writing) } }
    do {
      ends.append(try FileDescriptor.pipe())
      var program = HelperProcess.launcher(
        .exchange,
        [
          "inspect", "--profile=\(profile)", "--json",
          "--failure-descriptor=\(HelperCall.consoleFailureDescriptor)", "--no-browser",
        ])
      program.nullDescriptors = [STDIN_FILENO]
      program.descriptors = [
        (ends[0].writing, STDOUT_FILENO),
        (ends[1].writing, HelperCall.consoleFailureDescriptor),
      ]
      program.hasOwnGroup = true
      program.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP]
      process = try program.start()
    } catch {
      for end in ends { FileDescriptor.close(end.reading) }
      throw (error as? Errno).map { HelperProcess.failure(.exchange, $0) } ?? error
    }
    (descriptor, failure) = (ends[0].reading, ends[1].reading)
  }

  deinit {
    FileDescriptor.close(descriptor)
    FileDescriptor.close(failure)
  }

  /// The result of reading the output of the program.
  enum Output: Equatable {
    case incomplete
    case address(String)
    /// The program has ended, for the reason in the sentence.
    case end(String)
  }

  /// Reads the available output.
  func read() -> Output {
    let bytes = (try? FileDescriptor.read(descriptor, atMost: 1 << 12)) ?? []
    guard !bytes.isEmpty else {
      let reason = (try? FileDescriptor.readAll(failure)) ?? []
      return .end(
        reason.isEmpty ? "The inspector has ended." : String(decoding: reason, as: UTF8.self))
    }
    printed += bytes
    guard printed.last == UInt8(ascii: "\n"),
      let address = (try? JSONParser.parse(printed))?["inspect"]?["address"]?.string
    else { return .incomplete }
    return .address(address)
  }
}
