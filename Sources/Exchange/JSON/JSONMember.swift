internal import Notation

/// The meaning of a member of an object that describes a page. The object can be a bookmark, a tab,
/// an entry of a tab's history or a visit.
indirect enum JSONMember: Sendable {
  case url, title, note
  /// A string of tags with this separator, or an array of strings.
  case tags(Character)
  /// The time when a page was added or visited, as a number in any common unit or in ISO 8601.
  case time
  /// The time when a page was added or visited, in seconds since 2001, as in Cocoa.
  case timeSince2001
  /// The time when a tab was last shown.
  case shown
  case isPinned, isMuted
  /// Whether the object is the current tab of a window, or the current entry of a tab.
  case isCurrent
  /// The name of a tab's group.
  case group
  /// The scroll position of a page, as an object with `x` and `y`.
  case scroll
  /// The zoom of a page as a factor.
  case zoom
  /// The history of a tab.
  case entries([String: JSONMember])
  /// The index of a tab's current entry. The first entry has the given index.
  case index(from: Int)
  /// Data that does not describe the page.
  case passed
  case leftOut(ImportOmission)
  /// Data that is reported as left out if it has this value. Data with any other value is ignored,
  /// because it does not describe the page.
  case leftOutIf(String, ImportOmission)
}
