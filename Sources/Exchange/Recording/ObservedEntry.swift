package import BrowserModel

package struct ObservedEntry: Equatable {
  /// The browser's id of the entry. If an entry is replaced, the new entry has a different id.
  package var id: Int64
  package var url: String
  package var title = ""
  package var transition = Transition.link
  /// Whether the entry is a place in the document of the previous entry.
  package var isSameDocument = false

  package init(_ id: Int64, _ url: String, title: String = "", isSameDocument: Bool = false) {
    self.id = id
    self.url = url
    self.title = title
    self.isSameDocument = isSameDocument
  }
}
