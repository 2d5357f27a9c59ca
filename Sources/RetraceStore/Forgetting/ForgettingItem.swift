import BrowserModel

/// A text of the log that a forgetting takes, in whole or in part.
public struct ForgettingItem: Hashable, Sendable {
  /// What a text is.
  public enum Kind: String, CaseIterable, Sendable {
    /// The URL of a page.
    case page
    /// The URL of a bookmark.
    case bookmark
    /// A host with a zoom of its own.
    case zoom
    /// The title of a page or a bookmark.
    case title
    /// What was typed or searched for.
    case typed
    /// The name of a window.
    case window
    /// The title of a tab group.
    case group
    /// The title of a folder; a tag, keyword or note of a bookmark.
    case folder, tag, keyword, note
    /// The value of a setting, as of the home page.
    case setting
    /// The name of a mark or of a branch.
    case mark, branch
    /// The name of an action.
    case action
    /// The URL of another page that carries a forgotten address in it and loses that part.
    case address
  }

  /// What the text is.
  public let kind: Kind
  /// The text as it is in the log.
  public let text: String

  /// Makes an item.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
