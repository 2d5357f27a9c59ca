internal import BrowserModel
internal import CommandKit
internal import Glibc
internal import Notation
internal import Platform
package import RetraceEventLog
package import RetraceStore

/// What the programs do that the console starts for its work: they open the profile, and say on a
/// descriptor why they failed.
package enum HelperMain {
  /// Runs what a program was called for.
  ///
  /// - Parameters:
  ///   - failureDescriptor: Where a sentence about a failure goes.
  ///   - body: The work. What it throws next to failures of the store and the log describes itself
  ///     in a sentence.
  package static func run(
    tellingOn failureDescriptor: Int32, _ body: () throws -> ExitStatus
  ) -> ExitStatus {
    CoreDumps.switchOff()
    // A program that is started does not get it: the console would wait until that ends, too.
    if failureDescriptor != STDERR_FILENO { _ = fcntl(failureDescriptor, F_SETFD, FD_CLOEXEC) }
    MapFault.endProgram()
    do {
      return try body()
    } catch let failure as StoreFailure {
      return fail(failure.message, tellingOn: failureDescriptor)
    } catch let failure as LogFailure {
      return fail(
        failure.description, tellingOn: failureDescriptor,
        status: failure.reason == .missing ? .unopened : .failed)
    } catch {
      return fail("\(error)", tellingOn: failureDescriptor)
    }
  }

  /// Says why a program failed, and returns the status to end with.
  package static func fail(
    _ sentence: String, tellingOn descriptor: Int32, status: ExitStatus = .failed
  ) -> ExitStatus {
    let output = Output(Descriptor(descriptor, name: "the console"))
    output.write(SafeText(sentence))
    // The user gets a line, the console gets what it makes one of.
    if descriptor == STDERR_FILENO { output.writeLine() }
    // There is nowhere to tell that the console has gone.
    do throws(SystemError) { try output.flush() } catch {}
    return status
  }

  /// Opens a profile, showing how far that is.
  ///
  /// - Parameters:
  ///   - profile: Its directory.
  ///   - isReadOnly: Whether it is only read.
  ///   - making: When a profile is made that is not there.
  ///   - branch: The branch that is worked on; 0 is the main line.
  ///   - now: What the clock says, in milliseconds since 1970 UTC, or nil for that of this
  ///     computer.
  /// - Throws: `LogFailure` and `StoreFailure` when it cannot be opened.
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

  /// Says where a profile was made, and that a copy was written to.
  package static func tellNewProfile(_ store: Store) throws {
    let sentences = [store.log.newProfileSentence, store.log.formerCopy?.sentence]
    let errors = Output(.standardError)
    for sentence in sentences.compactMap({ $0 }) { errors.writeLine("retrace: " + sentence) }
    try errors.flush()
  }
}
