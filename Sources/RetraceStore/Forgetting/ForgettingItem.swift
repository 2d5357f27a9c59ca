import BrowserModel

/// A text of the log that a forget request removes, completely or partly.
public struct ForgettingItem: Hashable, Sendable {
  /// The kind of a text.
  public enum Kind: String, CaseIterable, Sendable {
    /// The URL of a page.
    case page
    /// The URL of a bookmark.
    case bookmark
    /// A host with its own zoom.
    case zoom
    /// The title of a page or a bookmark.
    case title
    /// Typed text or search terms.
    case typed
    /// The name of a window.
    case window
    /// The title of a tab group.
    case group
    /// The title of a folder; a tag, keyword or note of a bookmark.
    case folder, tag, keyword, note
    /// The value of a setting, such as the home page.
    case setting
    /// A custom value that is text.
    case value
    /// The name of a mark, of a branch or of a proposal.
    case mark, branch, proposal
    /// The name of an action.
    case action
    /// The URL of another page that contains a forgotten address and loses that part.
    case address
  }

  /// The kind of text.
  public let kind: Kind
  /// The text as stored in the log.
  public let text: String

  /// Creates an item.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
