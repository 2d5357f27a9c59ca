import BrowserModel
import Catalogue
import CommandKit
import Exchange
import ExchangeFormats
internal import Notation
import RetraceStore
import RetraceTimeline

/// `export`: writes to a file or to standard output.
struct ExportCommand {
  private let call: HelperCall

  init(_ call: HelperCall) { self.call = call }

  /// - Returns: Whether all data was available.
  func run() throws -> ExitStatus {
    let arguments = call.arguments
    guard let format = arguments.text("format").flatMap(ExportFormat.init) else {
      preconditionFailure("the declaration of “export” lists the formats")
    }
    var options = ExportOptions()
    options.moment = Moment(arguments.point("at"))
    options.disclosure.omitsPrivateData = arguments.has("share")
    options.disclosure.inventsNames = arguments.has("redact")
    if case .id(let id) = arguments.reference("tab") { options.tab = TabID(Int32(clamping: id)) }
    let store = try call.store(isReadOnly: true)
    if let path = arguments.text("file") {
      let report = try exportToFile(path, store, format, options)
      if call.printsJSON { try answer(format, "file", path, report) } else { try reportFile(path) }
      try printReport(report)
    } else if call.printsJSON {
      try exportAsText(store, format, options)
    } else {
      let bar = ProgressBar("exporting")
      let isTerminal = Output(.standardOutput).isTerminal
      let report = try exported(store, format, options, to: try printing(format)) {
        if !isTerminal { bar.show($0, of: $1) }
      }
      bar.end()
      try printReport(report)
    }
    return store.damagedEvents.isEmpty ? .done : .damaged
  }

  /// Writes the complete file or nothing. If the user presses Ctrl-C, a partial file is removed.
  private func exportToFile(
    _ path: String, _ store: Store, _ format: ExportFormat, _ options: ExportOptions
  ) throws -> ExportReport {
    try ProgressBar.during("exporting") { goesOn throws in
      let file = try NewFile(path, replaces: call.arguments.has("replace"))
      let stream = ExportStream { try file.write($0) }
      let report = try exported(store, format, options, to: stream) { done, total throws in
        guard goesOn(done, total) else { throw ExchangeError(.interrupted, "Interrupted.") }
      }
      try file.finish()
      return report
    }
  }

  private func exported(
    _ store: Store, _ format: ExportFormat, _ options: ExportOptions, to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> ExportReport {
    var report = try store.export(format, options, to: stream, progress: progress)
    let damaged = store.damagedEvents
    if !damaged.isEmpty { report.problems.append("retrace: " + damaged.sentence) }
    return report
  }

  /// Writes a JSON document that contains the exported text as a string.
  private func exportAsText(
    _ store: Store, _ format: ExportFormat, _ options: ExportOptions
  ) throws {
    guard !format.isPacked else {
      throw ExchangeError(
        .exportFailed, "This format cannot be part of a JSON answer. Name a file.")
    }
    var bytes: [UInt8] = []
    let report = try exported(store, format, options, to: ExportStream { bytes += $0 })
    try answer(format, "text", String(decoding: bytes, as: UTF8.self), report)
    try printReport(report)
  }

  private func answer(
    _ format: ExportFormat, _ name: String, _ value: String, _ report: ExportReport
  ) throws {
    var json = JSONWriter()
    json.object { json in
      json.object("export") { json in
        json.member("format", format.rawValue)
        json.member(name, value)
        json.array("problems", of: report.problems)
        json.object("leftOut") { report.leftOut.write(to: &$0) }
        json.object("notShown") { report.notShown.write(to: &$0) }
      }
    }
    let output = Output(.standardOutput)
    output.writeLine(json)
    try output.flush()
  }

  private func reportFile(_ path: String) throws {
    let output = Output(.standardOutput)
    output.writeLine("exported to \(path)")
    try output.flush()
  }

  /// Returns a stream to standard output. On a terminal, control characters are made visible.
  private func printing(_ format: ExportFormat) throws -> ExportStream {
    let output = Output(.standardOutput)
    guard output.isTerminal else {
      return ExportStream { bytes in
        output.write(bytes: bytes)
        try output.flush()
      }
    }
    guard !format.isPacked else {
      throw ExchangeError(
        .exportFailed, "This format cannot be written to a terminal. Name a file.")
    }
    return ExportStream { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        output.writeLine(SafeText(String(decoding: line, as: UTF8.self)))
      }
      try output.flush()
    }
  }

  /// Reports on standard error which data the file lacks, and which data the program that reads the
  /// file does not show.
  private func printReport(_ report: ExportReport) throws {
    let output = Output(.standardError)
    for problem in report.problems { output.writeLine(SafeText(problem)) }
    if !call.printsJSON {
      if let losses = report.leftOut.list {
        output.writeLine("Left out, because this format does not support it: " + losses + ".")
      }
      if let losses = report.notShown.list {
        output.writeLine("In the file, but not shown by Chromium: " + losses + ".")
      }
    }
    try output.flush()
  }
}

extension Moment {
  /// Creates a moment from a point. The console passes an event, the start, or nil, which means the
  /// present.
  init(_ point: Point?) {
    switch point {
    case .event(let number): self.init(newest: EventID(Int32(clamping: number)))
    case .start: self.init(newest: .nothing)
    default: self = .present
    }
  }
}
