internal import ExchangeFormats

/// The problems and losses of an export.
package struct ExportReport: Equatable, Sendable {
  /// A sentence for each item that could not be written.
  package var problems: [String] = []
  /// The counts of data that the format does not support.
  package var leftOut: ExportOmissions = [:]
  /// The counts of data that the file contains but that the program that reads the file never
  /// shows.
  package var notShown: ExportOmissions = [:]

  package init() {}
}

extension ExportFormat {
  /// The kinds of data that the format does not support, although the format is for bookmarks or
  /// tabs, which can have such data.
  var omittedKinds: Set<ExportOmission> {
    let ofTabs: Set<ExportOmission> = [
      .historyEntries, .pins, .mutes, .groups, .windowBounds, .closedTabs, .zooms, .tabZooms,
      .scroll, .values, .firefoxValues,
    ]
    return switch self {
    case .netscapeBookmarks, .opml, .bookmarkTable, .bookmarkLines, .events, .records, .dot, .svg:
      []
    case .visitTable, .visitLines: [.visitDevices]
    case .chromiumBookmarks: [.separators]
    case .firefoxSession, .firefoxSessionJSON: [.zooms, .tabZooms, .scroll, .values]
    case .oneTab: ofTabs.union([.startPages])
    case .markdown: ofTabs.union([.separators, .keywords, .dates, .folderDates])
    case .csv: [.separators, .keywords, .emptyFolders, .folderNotes, .folderDates]
    }
  }

  /// The kinds of data that the format contains only for extensions and for a later import of the
  /// file.
  var hiddenKinds: Set<ExportOmission> {
    self == .chromiumBookmarks ? [.tags, .keywords, .notes, .folderNotes] : []
  }
}
