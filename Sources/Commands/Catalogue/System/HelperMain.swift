internal import BrowserModel
internal import CommandKit
internal import Notation
internal import Platform
package import RetraceEventLog
package import RetraceStore

/// The common code of the programs started by the console: they open the profile, and report the
/// reason of a failure on a descriptor.
package enum HelperMain {
  /// Runs the program.
  ///
  /// - Parameters:
  ///   - failureDescriptor: The descriptor for a message about a failure.
  ///   - body: The work. Its errors must describe themselves in a sentence.
  package static func run(
    tellingOn failureDescriptor: Int32, _ body: () throws -> ExitStatus
  ) -> ExitStatus {
    CoreDumps.switchOff()
    // It is not inherited by started programs, because the console would wait until they exit too.
    if failureDescriptor != STDERR_FILENO { _ = fcntl(failureDescriptor, F_SETFD, FD_CLOEXEC) }
    MapFault.endProgram()
    do {
      return try body()
    } catch let failure as LogError {
      return fail(
        failure.description, tellingOn: failureDescriptor,
        status: failure.reason == .missing ? .unopened : .failed)
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
    // The user gets a line, and the console gets data from which it creates one.
    if descriptor == STDERR_FILENO { output.writeLine() }
    // If the console has exited, there is nowhere to report a failure.
    do { try output.flush() } catch {}
    return status
  }

  /// Opens a profile, showing progress.
  ///
  /// - Parameters:
  ///   - profile: Its directory.
  ///   - isReadOnly: Whether it is only read.
  ///   - making: When to create a missing profile.
  ///   - branch: The branch to work on; 0 is the main branch.
  ///   - now: The current time in milliseconds since 1970 UTC, or nil for the clock of this
  ///     computer.
  /// - Throws: `LogError` and `Refusal` if it cannot be opened.
  package static func store(
    _ profile: String, isReadOnly: Bool, making: EventLog.Making = .withFirstBatch,
    branch: Int32 = 0, now: Int64? = nil
  ) throws -> Store {
    let log = try EventLog(
      profile: profile, access: isReadOnly ? .readOnly : .readWrite, making: making)
    let bar = ProgressBar("opening")
    let store = try Store(log, progress: bar.goesOn) { now ?? Timestamp.now.milliseconds }
    if branch != 0 { try store.switchBranch(to: BranchID(branch)) }
    return store
  }

  /// Reports where a profile was created, and that a copy was written to.
  package static func tellNewProfile(_ store: Store) throws {
    let sentences = [store.log.newProfileSentence, store.log.formerCopy?.sentence]
    let errors = Output(.standardError)
    for sentence in sentences.compactMap({ $0 }) { errors.writeLine("retrace: " + sentence) }
    try errors.flush()
  }
}
