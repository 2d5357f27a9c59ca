import BrowserModel
import Catalogue
import CommandKit
import Exchange
internal import Notation
import Platform
import RetraceStore

/// The work of the program.
enum ExchangeCommand {
  static func run(_ call: HelperCall) throws -> ExitStatus {
    do {
      switch call.arguments.declaration.name {
      case "import": try ImportCommand(call).run()
      case "replay": try ReplayCommand(call).run()
      case "export": return try ExportCommand(call).run()
      case "inspect": return try InspectCommand(call).run()
      case let name: preconditionFailure("“\(name)” is not implemented")
      }
      return .done
    } catch let error as ExchangeError where error.code == .interrupted {
      // The exit status must show the console that Ctrl-C ended the program.
      _ = signal(SIGINT, SIG_DFL)
      raise(SIGINT)
      return .interrupted
    }
  }
}
