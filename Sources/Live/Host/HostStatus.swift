package import Notation
internal import Platform

/// The part of a browser's status that only its host knows. The host stores it in a
/// ``HostStatusFile``, which `retrace live` reads.
package struct HostStatus: Equatable, Sendable {
  /// The id of the browser among the browsers of its profile, or empty before its first report.
  package var id = ""
  /// The name of the browser, with a number if several are recorded in the profile. Empty before
  /// its first report.
  package var label = ""
  /// The number of tabs whose list begins with unknown pages.
  package var tabsWithUnknownPages = 0
  /// The total number of unknown pages in the lists of these tabs.
  package var unknownPages = 0
  /// Sentences about actions that the browser could not perform, oldest first.
  package var notices: [String] = []

  /// The maximum size of a file to read, in bytes.
  private static let limit = 1 << 20

  package init() {}

  /// Reads the status that a host stored in a file. Without a valid file, the status is empty.
  init(at path: String) {
    guard let bytes = FileDescriptor.contents(of: path, limit: Self.limit),
      let json = try? JSONParser.parse(bytes)
    else { return }
    id = json["id"]?.string ?? ""
    label = json["label"]?.string ?? ""
    tabsWithUnknownPages = Int(clamping: json["tabs"]?.integer ?? 0)
    unknownPages = Int(clamping: json["pages"]?.integer ?? 0)
    notices = (json["notices"]?.elements ?? []).compactMap(\.string)
  }

  package var json: JSON {
    .object([
      ("id", .string(id)), ("label", .string(label)),
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
