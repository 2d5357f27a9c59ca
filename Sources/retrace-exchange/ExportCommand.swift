import BrowserModel
import Console
import Exchange
import Glibc

/// `export`: writes a file, or standard output.
struct ExportCommand {
  private let call: ExchangeCall

  init(_ call: ExchangeCall) { self.call = call }

  func run() throws {
    let format = try format()
    var options = ExportOptions()
    options.moment = call.moment.map { Sequence($0) }
    options.tab = call.tab.map { Sequence($0) }
    let session = try ExchangeCommand.session(call)
    if let path = call.operands.first {
      let file = try NewFile(path, replaces: call.replaces)
      let stream = ExportStream { try file.write($0) }
      let problems = try session.export(format, options, to: stream)
      try file.finish()
      try tell(problems, .standardError)
    } else {
      try tell(session.export(format, options, to: try printing(format)), .standardError)
    }
  }

  private func format() throws -> ExportFormat {
    guard let format = ExportFormat(rawValue: call.format ?? "") else {
      throw ExportFailure("There is no format “\(call.format ?? "")”.")
    }
    return format
  }

  /// Standard output. A terminal gets lines in which nothing acts on it.
  private func printing(_ format: ExportFormat) throws -> ExportStream {
    let output = Output(.standardOutput)
    guard output.isTerminal else {
      return ExportStream { bytes in
        output.write(bytes: bytes)
        try output.flush()
      }
    }
    guard !format.isPacked else {
      throw ExportFailure("This format is for a file, not for a terminal; name one.")
    }
    return ExportStream { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        output.writeLine(VisibleText(String(decoding: line, as: UTF8.self)))
      }
      try output.flush()
    }
  }

  private func tell(_ problems: [String], _ descriptor: Descriptor) throws {
    let output = Output(descriptor)
    for problem in problems { output.writeLine(VisibleText(problem)) }
    try output.flush()
  }
}
