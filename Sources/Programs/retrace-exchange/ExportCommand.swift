import BrowserModel
import Console
import Exchange
import Glibc
internal import Notation
import Store
import Timeline

/// `export`: writes a file, or standard output.
struct ExportCommand {
  private let call: ExchangeCall

  init(_ call: ExchangeCall) { self.call = call }

  /// - Returns: Whether everything was there to be written.
  func run() throws -> ExitStatus {
    let format = try format()
    var options = ExportOptions()
    if let moment = call.moment { options.moment = Moment(newest: EventID(moment)) }
    options.tab = call.tab.map { TabID($0) }
    let store = try ExchangeCommand.store(call)
    if let path = call.operands.first {
      let problems = try exportToFile(path, store, format, options)
      if call.printsJSON { try answer(format, "file", path, problems) } else { try tellFile(path) }
      try tell(problems, .standardError)
    } else if call.printsJSON {
      try exportAsText(store, format, options)
    } else {
      let bar = ProgressBar("exporting")
      let isTerminal = Output(.standardOutput).isTerminal
      let problems = try exported(store, format, options, to: try printing(format)) {
        if !isTerminal { bar.show($0, of: $1) }
      }
      bar.end()
      try tell(problems, .standardError)
    }
    return store.damagedEvents.isEmpty ? .done : .damaged
  }

  /// A file is there whole or not at all: Ctrl-C takes away what was begun.
  ///
  /// - Returns: What could not be written, a sentence each.
  private func exportToFile(
    _ path: String, _ store: Store, _ format: ExportFormat, _ options: ExportOptions
  ) throws -> [String] {
    try ProgressBar.during("exporting") { goesOn throws(any Error) in
      let file = try NewFile(path, replaces: call.replaces)
      let stream = ExportStream { try file.write($0) }
      let problems = try exported(store, format, options, to: stream) { done, total throws in
        guard goesOn(done, total) else { throw ExchangeInterruption() }
      }
      try file.finish()
      return problems
    }
  }

  /// - Returns: What could not be written, a sentence each.
  private func exported(
    _ store: Store, _ format: ExportFormat, _ options: ExportOptions, to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> [String] {
    let problems = try store.export(format, options, to: stream, progress: progress)
    let damaged = store.damagedEvents
    return damaged.isEmpty ? problems : problems + ["retrace: " + damaged.sentence]
  }

  /// One document a command: what is exported is a text in it.
  private func exportAsText(
    _ store: Store, _ format: ExportFormat, _ options: ExportOptions
  ) throws {
    guard !format.isPacked else {
      throw ExportFailure("This format is for a file, not for a text in JSON; name one.")
    }
    var bytes: [UInt8] = []
    let problems = try exported(store, format, options, to: ExportStream { bytes += $0 })
    try answer(format, "text", String(decoding: bytes, as: UTF8.self), problems)
    try tell(problems, .standardError)
  }

  private func answer(
    _ format: ExportFormat, _ name: String, _ value: String, _ problems: [String]
  ) throws {
    var json = JSONWriter()
    json.object { json in
      json.object("export") { json in
        json.member("format", format.rawValue)
        json.member(name, value)
        json.array("problems", of: problems)
      }
    }
    let output = Output(.standardOutput)
    output.writeLine(json)
    try output.flush()
  }

  private func tellFile(_ path: String) throws {
    let output = Output(.standardOutput)
    output.writeLine("exported to \(path)")
    try output.flush()
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
