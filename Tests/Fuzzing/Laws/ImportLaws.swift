import BrowserModel
import ExchangeFormats
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport

@testable import Exchange

/// Laws for any imported file. The first byte selects the format, and whether JSON is compressed.
enum ImportLaws {
  /// A file that exists as long as the process, so that not every input needs a new file.
  private static let file: (folder: TemporaryFolder, path: String) = {
    do {
      let folder = try TestSupport.TemporaryFolder()
      return (folder, folder.path + "/file")
    } catch {
      fatalError("There is no place for a file: \(error)")
    }
  }()

  private typealias TemporaryFolder = TestSupport.TemporaryFolder

  static func check(_ input: [UInt8], _ formats: [FileFormat]) throws {
    guard let choice = input.first.map(Int.init) else { return }
    let content = Array(input.dropFirst())
    let isPacked = formats.contains(.firefoxSession) && choice & 0x80 != 0
    let bytes = isPacked ? FirefoxPack.packed(content) : content
    try Data(bytes).write(to: URL(fileURLWithPath: file.path))
    // The requested format, and the format that the content resembles.
    let format = formats[(choice & 0x7F) % (formats.count + 1) % formats.count]
    let isAsked = (choice & 0x7F) % (formats.count + 1) < formats.count
    let store = try freshStore()
    guard try bring(isAsked ? format : nil, store) != nil else {
      return try hold(!store.browser.sequence.exists, "what is refused is there in part")
    }
    try FoldLaws.soundness(of: store.readState())
    let again = try bring(isAsked ? format : nil, store)
    try hold(again?.isEmpty == true, "imported again: \(again, default: "refused")")
    // Each export costs as much as the import, so only one of them is checked for each input.
    let turn = content.count % (ExportFormat.allCases.count + 4)
    if turn < ExportFormat.allCases.count {
      try export(store, ExportFormat.allCases[turn])
    } else {
      try carry(store)
    }
  }

  private static func freshStore() throws -> Store { try Store(EventLog()) { 1_800_000_000_000 } }

  /// Imports the file.
  ///
  /// - Returns: The numbers of imported items. Nil if the file is refused with an explanation.
  private static func bring(_ format: FileFormat?, _ store: Store) throws -> ImportCounts? {
    do {
      return try store.importAll(of: ImportSource(file.path, format: format)).counts
    } catch let failure as ExchangeError where failure.code == .importFailed {
      try hold(failure.message.hasSuffix("."), "no sentence: \(failure.message)")
      return nil
    }
  }

  private static func exported(_ store: Store, _ format: ExportFormat) throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      try store.export(format, to: ExportStream { bytes += $0 })
    } catch let failure as ExchangeError where failure.code == .exportFailed {
      try hold(failure.message.hasSuffix("."), "no sentence: \(failure.message)")
    }
    return bytes
  }

  /// Exporting and importing a log preserves it.
  private static func carry(_ store: Store) throws {
    let lines = try exported(store, .events)
    try Data(lines).write(to: URL(fileURLWithPath: file.path))
    let other = try freshStore()
    guard store.browser.sequence.exists else { return }
    _ = try other.importAll(of: ImportSource(file.path, format: .events))
    try hold(exported(other, .events) == lines, "a log changes when it is carried")
    try hold(other.readState() == store.readState(), "a carried log folds to another state")
  }

  /// Files for other programs can be exported from any content, and importing them preserves it.
  private static func export(_ store: Store, _ format: ExportFormat) throws {
    let bytes = try exported(store, format)
    guard let kind = format.imported, !bytes.isEmpty else { return }
    try Data(bytes).write(to: URL(fileURLWithPath: file.path))
    let other = try freshStore()
    guard try bring(kind, other) != nil else {
      throw BrokenLaw(description: "an export as \(format) cannot be imported")
    }
    try FoldLaws.soundness(of: other.readState())
  }
}

extension ExportFormat {
  /// The format with which this one can be imported. Nil if there is none.
  fileprivate var imported: FileFormat? {
    switch self {
    case .netscapeBookmarks: .netscapeBookmarks
    case .chromiumBookmarks: .chromiumBookmarks
    case .firefoxSession, .firefoxSessionJSON: .firefoxSession
    case .oneTab: .oneTab
    case .markdown: .markdown
    case .opml: .opml
    case .bookmarkTable: .bookmarkTable
    case .bookmarkLines: .bookmarkLines
    case .visitTable: .visitTable
    case .visitLines: .visitLines
    case .csv, .events, .records, .dot, .svg: nil
    }
  }
}
