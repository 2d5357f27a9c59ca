import BrowserModel
import Console
import EventLog
import Exchange
import Glibc
internal import Notation
import Platform
import Store

/// Ctrl-C, once what was begun is cleared away.
struct ExchangeInterruption: Error {}

/// The program from its arguments to its exit status.
enum ExchangeCommand {
  static func run(_ words: [String]) -> ExitStatus {
    CoreDumps.switchOff()
    let call: ExchangeCall
    do throws(ExchangeCall.UsageError) {
      call = try ExchangeCall(words)
    } catch {
      return fail(
        "“\(error.word)” is not understood. Call “retrace import” or “retrace export”; “retrace "
          + "help” says how.",
        to: 2, status: .usage)
    }
    // A browser that is started does not get it: the console would wait until that ends, too.
    if call.failureDescriptor != STDERR_FILENO {
      _ = fcntl(call.failureDescriptor, F_SETFD, FD_CLOEXEC)
    }
    MapFault.endProgram()
    do {
      return try run(call)
    } catch is ExchangeInterruption {
      // The console sees by the signal that Ctrl-C ended it.
      _ = signal(SIGINT, SIG_DFL)
      raise(SIGINT)
      return .interrupted
    } catch let failure as ImportFailure {
      return fail(failure.message, to: call.failureDescriptor)
    } catch let failure as BrowserFailure {
      return fail(failure.message, to: call.failureDescriptor)
    } catch let failure as ExportFailure {
      return fail(failure.message, to: call.failureDescriptor)
    } catch let failure as StoreFailure {
      return fail(failure.message, to: call.failureDescriptor)
    } catch let failure as LogFailure {
      return fail(
        failure.description, to: call.failureDescriptor,
        status: failure.reason == .missing ? .unopened : .failed)
    } catch {
      return fail("\(error)", to: call.failureDescriptor)
    }
  }

  private static func run(_ call: ExchangeCall) throws -> ExitStatus {
    switch call.command {
    case "import": try ImportCommand(call).run()
    case "record": try RecordCommand(call).run()
    case "replay": try ReplayCommand(call).run()
    case "export": return try ExportCommand(call).run()
    default: throw ImportFailure("“\(call.command)” is not a command of this program.")
    }
    return .done
  }

  /// The session that a call is about.
  static func store(_ call: ExchangeCall) throws -> Store {
    let log = try EventLog(
      profile: call.profile, access: call.isReadOnly ? .readOnly : .readWrite,
      making: .withFirstBatch)
    let bar = ProgressBar("opening")
    let store = try Store(log, progress: bar.goesOn) { call.now ?? Timestamp.now.milliseconds }
    if call.branch != 0 { try store.switchBranch(to: BranchID(call.branch)) }
    return store
  }

  /// Says where a profile was made, and that a copy was written to.
  static func tellNewProfile(_ store: Store) throws {
    let sentences = [store.log.newProfileSentence, store.log.formerCopy?.sentence]
    let errors = Output(.standardError)
    for sentence in sentences.compactMap({ $0 }) { errors.writeLine("retrace: " + sentence) }
    try errors.flush()
  }

  /// How many events are made JSON of before they are written: nothing may be written while the log
  /// is read, because whoever takes it may be slow.
  private static let sliceLength: Int32 = 4_096

  /// Ends an object that has a member with what was appended: `,"sequence":N,"events":[…]}`.
  static func writeEvents(
    of store: Store, behind former: BrowserModel.EventID, to output: Output
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

  private static func fail(
    _ message: String, to descriptor: Int32, status: ExitStatus = .failed
  ) -> ExitStatus {
    let output = Output(Descriptor(descriptor, name: "the console"))
    output.write(VisibleText(message))
    // There is nowhere to tell that the console has gone.
    do throws(SystemError) { try output.flush() } catch {}
    return status
  }
}
