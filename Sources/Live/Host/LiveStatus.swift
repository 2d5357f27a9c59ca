package import Notation

/// What a host tells “retrace live”.
package struct LiveStatus: Equatable, Sendable {
  /// The number of tabs whose list begins with pages that are not known.
  package var tabsWithUnknownPages = 0
  /// The number of these pages.
  package var unknownPages = 0
  /// Sentences about what the browser could not do, oldest first.
  package var notices: [String] = []

  package init() {}

  package init(_ json: JSON) {
    tabsWithUnknownPages = Int(clamping: json["tabs"]?.integer ?? 0)
    unknownPages = Int(clamping: json["pages"]?.integer ?? 0)
    notices = (json["notices"]?.elements ?? []).compactMap(\.string)
  }

  package var json: JSON {
    .object([
      ("tabs", .integer(Int64(tabsWithUnknownPages))), ("pages", .integer(Int64(unknownPages))),
      ("notices", .array(notices.map { .string($0) })),
    ])
  }

  /// The status as sentences, one per line.
  package var sentences: [String] {
    guard unknownPages > 0 else { return notices }
    let pages = unknownPages == 1 ? "1 earlier page" : "\(unknownPages) earlier pages"
    let tabs = tabsWithUnknownPages == 1 ? "1 tab" : "\(tabsWithUnknownPages) tabs"
    return ["\(pages) in the Back and Forward lists of \(tabs) not known until visited."] + notices
  }
}
