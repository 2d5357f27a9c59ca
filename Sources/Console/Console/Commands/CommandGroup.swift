/// A heading under which help lists commands.
package enum CommandGroup: String, CaseIterable, Hashable, Sendable {
  case tabs
  case windows
  case groups
  case devices
  case navigation
  case pageReports = "page-reports"
  case zoom
  case bookmarks
  case pastPages = "past-pages"
  case time
  case data
  case settings
  case console

  /// The heading: `Page reports`.
  package var title: String {
    let words = rawValue.split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
