package import BrowserModel

/// An entry of a back/forward list that was reconstructed from looks.
package struct LookedEntry: Equatable, Sendable {
  /// A number that is unique in the list.
  package let id: Int64
  /// The browser's key of the entry, or nil if the key is unknown or the page has none.
  package var key: String?
  package var url: String
  package var title = ""
  /// Whether the entry is a place in the document of the previous entry.
  package var isSameDocument = false
  package var transition = Transition.link
  /// The keys of the frames' entries, or nil if the frames were never asked for them.
  package var frames: Set<String>?

  init(
    id: Int64, key: String?, url: String, isSameDocument: Bool, transition: Transition
  ) {
    self.id = id
    self.key = key
    self.url = url
    self.isSameDocument = isSameDocument
    self.transition = transition
  }
}
