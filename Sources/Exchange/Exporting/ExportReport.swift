/// What an export could not write, and what it left out.
package struct ExportReport: Equatable, Sendable {
  /// What could not be written, a sentence each.
  package var problems: [String] = []
  /// What the format has no place for.
  package var leftOut: ExportLosses = [:]
  /// What is in the file, and is never shown by the program that the file is for.
  package var notShown: ExportLosses = [:]

  package init() {}
}

extension ExportFormat {
  /// What the format has no place for, of the subject that it is about: bookmarks, tabs, or both.
  var lostKinds: Set<ExportLoss> {
    let ofTabs: Set<ExportLoss> = [
      .historyEntries, .pins, .mutes, .groups, .windowBounds, .closedTabs, .zooms, .tabZooms,
      .scroll,
    ]
    return switch self {
    case .netscapeBookmarks, .opml, .bookmarkTable, .bookmarkLines, .events, .dot, .svg: []
    case .visitTable, .visitLines: [.visitDevices]
    case .chromiumBookmarks: [.separators]
    case .firefoxSession, .firefoxSessionJSON: [.zooms, .tabZooms, .scroll]
    case .oneTab: ofTabs.union([.startPages])
    case .markdown: ofTabs.union([.separators, .keywords, .dates, .folderDates])
    case .csv: [.separators, .keywords, .emptyFolders, .folderNotes, .folderDates]
    }
  }

  /// What the format holds only for extensions and for importing it again.
  var hiddenKinds: Set<ExportLoss> {
    self == .chromiumBookmarks ? [.tags, .keywords, .notes, .folderNotes] : []
  }
}
