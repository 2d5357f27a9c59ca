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
      case "record": try RecordCommand(call).run()
      case "replay": try ReplayCommand(call).run()
      case "export": return try ExportCommand(call).run()
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

  /// The number of events converted to JSON before they are written. Nothing is written while the
  /// log is being read, because the reader of the output may be slow.
  private static let sliceLength: Int32 = 4_096

  /// Completes an object by writing the events after `former`: `,"sequence":N,"events":[…]}`.
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
}
