package import BrowserModel
package import CommandKit
internal import Notation
internal import Platform
internal import RetraceEventLog
package import RetraceStore

/// The common code of the programs that the console starts. It opens the profile, and reports the
/// reason for a failure on a descriptor.
package enum HelperMain {
  /// Parses the arguments of the process, and runs the program.
  ///
  /// - Parameters:
  ///   - declarations: The commands of the program.
  ///   - body: The work. Its errors must describe themselves in a sentence.
  package static func run(
    _ declarations: [CommandDeclaration], _ body: (HelperCall) throws -> ExitStatus
  ) -> ExitStatus {
    Output.ignoreClosedPipes()
    let call: HelperCall
    do {
      call = try HelperCall(Array(CommandLine.arguments.dropFirst()), of: declarations)
    } catch {
      return fail(
        "\("\(error)".capitalized). Use “retrace” instead of this program; “retrace help” lists "
          + "the commands.", tellingOn: STDERR_FILENO, status: .usage)
    }
    let failureDescriptor = call.failureDescriptor
    CoreDumps.switchOff()
    // Programs started by this one must not inherit the descriptor, because the console would wait
    // until they exit too.
    if failureDescriptor != STDERR_FILENO { _ = fcntl(failureDescriptor, F_SETFD, FD_CLOEXEC) }
    MapFault.endProgram()
    do {
      return try body(call)
    } catch let failure as LogError {
      return fail(
        failure.description, tellingOn: failureDescriptor,
        status: failure.reason == .missing ? .unopened : .failed)
    } catch let refusal as Refusal {
      return fail(refusal.message, tellingOn: failureDescriptor)
    } catch {
      return fail("\(error)", tellingOn: failureDescriptor)
    }
  }

  /// Reports why a program failed, and returns its exit status.
  package static func fail(
    _ sentence: String, tellingOn descriptor: Int32, status: ExitStatus = .failed
  ) -> ExitStatus {
    let output = Output(Descriptor(descriptor, name: "the console"))
    output.write(SafeText(sentence))
    // The user gets a complete line. The console gets only the sentence, from which it creates a
    // message.
    if descriptor == STDERR_FILENO { output.writeLine() }
    // If the console has exited, there is nowhere to report a failure.
    do { try output.flush() } catch {}
    return status
  }

  /// Reports where a profile was created, or that the program has written to a copy of a profile.
  package static func reportNewProfile(_ store: Store) throws {
    let sentences = [store.log.newProfileSentence, store.log.formerCopy?.sentence]
    let errors = Output(.standardError)
    for sentence in sentences.compactMap({ $0 }) { errors.writeLine("retrace: " + sentence) }
    try errors.flush()
  }

  /// The number of events converted to JSON before they are written. Nothing is written while the
  /// log is being read, because the reader of the output may be slow.
  private static let sliceLength: Int32 = 4_096

  /// Completes an object by adding the appended events: `,"sequence":N,"events":[…]}`.
  package static func writeEvents(
    of store: Store, after former: EventID, to output: Output
  ) throws {
    let newest = store.browser.sequence
    output.write(bytes: Array(",\"sequence\":\(newest.rawValue),\"events\":[".utf8))
    var next = former.advanced(by: 1)
    while next <= newest {
      let last = min(next.advanced(by: sliceLength - 1), newest)
      var bytes: [UInt8] = []
      try store.visitLog(isPrivate: false, from: next, through: last) { event, words in
        if event.sequence != former.advanced(by: 1) { bytes.append(UInt8(ascii: ",")) }
        bytes += EventJSON.object(event, words: words).bytes
        return true
      }
      output.write(bytes: bytes)
      next = last.advanced(by: 1)
    }
    output.write(bytes: Array("]}\n".utf8))
  }
}
