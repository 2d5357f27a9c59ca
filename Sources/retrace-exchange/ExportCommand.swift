import BrowserModel
import Exchange
import Glibc
import Session

/// `export`: writes what is here to a file or to standard output.
struct ExportCommand {
  private let call: ExchangeCall

  init(_ call: ExchangeCall) { self.call = call }

  func run() throws {
    guard let format = call.format.flatMap(ExportFormat.init) else {
      let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ExportFailure("There is no format “\(call.format ?? "")”: there are \(names).")
    }
    let session = try ExchangeCommand.session(call, isReadOnly: true)
    let file = try ExportFile(call.operands.first, replaces: call.replaces)
    try session.export(
      format, at: call.moment.map { Sequence($0) }, milliseconds: ExchangeCommand.now(call),
      file.write)
    try file.finish()
  }
}
