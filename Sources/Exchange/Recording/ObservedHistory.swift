internal import BrowserModel
internal import Notation

/// A tab's history as Chromium tells it (`Page.getNavigationHistory`), and Firefox's companion in its words.
struct ObservedHistory: Equatable {
  var entries: [ObservedEntry] = []
  var index = 0

  init() {}

  /// - Parameter placesInDocument: URLs that a document gave itself since it was last asked.
  init?(_ answer: JSON, placesInDocument: Set<String> = []) {
    guard let index = answer["currentIndex"]?.integer, let entries = answer["entries"] else {
      return nil
    }
    var document: Int64?
    for entry in entries.elements {
      // Firefox says which document an entry is a place in.
      let sameDocument = document != nil && document == entry["documentId"]?.integer
      document = entry["documentId"]?.integer
      let url = entry["url"]?.string ?? ""
      self.entries.append(
        ObservedEntry(entry, isSameDocument: sameDocument || placesInDocument.contains(url)))
    }
    self.index = Int(clamping: index)
    guard self.entries.indices.contains(self.index) else { return nil }
  }

  /// Whether nothing has arrived in the tab yet: its only entry has no address.
  var isInitial: Bool { entries.count == 1 && entries[0].url.isEmpty }
}

extension Transition {
  /// `Page.TransitionType`.
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
