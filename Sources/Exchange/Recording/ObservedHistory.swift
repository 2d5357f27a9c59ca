internal import BrowserModel
package import Notation

/// A tab's history in the form of Chromium (`Page.getNavigationHistory`), which Firefox's companion
/// also uses.
package struct ObservedHistory: Equatable {
  package var entries: [ObservedEntry] = []
  package var index = 0

  package init() {}

  /// - Parameter placesInDocument: URLs that a document set for itself since the last query.
  package init?(_ answer: JSON, placesInDocument: Set<String> = []) {
    guard let index = answer["currentIndex"]?.integer, let entries = answer["entries"] else {
      return nil
    }
    var document: Int64?
    for entry in entries.elements {
      // Firefox states the document of an entry.
      let sameDocument = document != nil && document == entry["documentId"]?.integer
      document = entry["documentId"]?.integer
      let url = entry["url"]?.string ?? ""
      self.entries.append(
        ObservedEntry(entry, isSameDocument: sameDocument || placesInDocument.contains(url)))
    }
    self.index = Int(clamping: index)
    guard self.entries.indices.contains(self.index) else { return nil }
  }

  /// Whether nothing has loaded in the tab yet, so that its only entry has no address.
  package var isInitial: Bool { entries.count == 1 && entries[0].url.isEmpty }
}

extension Transition {
  /// Converts a `Page.TransitionType`.
  init(devTools name: String) {
    switch name {
    case "typed", "address_bar": self = .typed
    case "auto_bookmark": self = .bookmark
    case "generated", "keyword_generated": self = .generated
    case "auto_toplevel": self = .startPage
    case "form_submit": self = .formSubmit
    case "reload": self = .reload
    case "keyword": self = .keyword
    default: self = .link
    }
  }
}
