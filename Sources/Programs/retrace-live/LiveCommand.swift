import Catalogue
import Glibc
import Live

/// The program from its arguments to its exit status.
enum LiveCommand {
  static func run(_ words: [String]) -> ExitStatus {
    let call: LiveCall
    do {
      call = try LiveCall(words)
    } catch {
      return HelperMain.fail("\(error)", tellingOn: STDERR_FILENO, status: .usage)
    }
    return HelperMain.run(tellingOn: call.failureDescriptor) { try run(call) }
  }

  private static func run(_ call: LiveCall) throws -> ExitStatus {
    switch call.command {
    case "host":
      let store = try HelperMain.store(call.profile, isReadOnly: false)
      try LiveHost(store, profile: call.profile, input: STDIN_FILENO, output: STDOUT_FILENO).run()
    default: throw LiveCall.unknown(call.command)
    }
    return .done
  }
}
