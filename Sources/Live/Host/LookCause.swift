package import BrowserModel
package import Notation

/// The events that led to a look at a page. Several events in quick succession share one look.
package struct LookCause: Equatable, Sendable {
  /// A document was loaded.
  package var isCommitted = false
  /// The address changed, but the document stayed the same.
  package var isMoved = false
  /// A frame navigated.
  package var isFrame = false
  /// The page could not be loaded, so an error page is shown.
  package var isFailed = false
  /// The user went back or forward.
  package var isTraversal = false
  package var isReload = false
  package var transition = Transition.link

  package init() {}

  package init(_ causes: JSON) {
    for cause in causes.elements {
      let qualifiers = cause["qualifiers"]?.elements.compactMap(\.string) ?? []
      if qualifiers.contains("forward_back") { isTraversal = true }
      if cause["isFrame"]?.isTrue ?? false {
        isFrame = true
        continue
      }
      switch cause["kind"]?.string {
      case "committed":
        isCommitted = true
        let type = cause["type"]?.string ?? ""
        isReload = type == "reload" && !isTraversal
        transition =
          qualifiers.contains("from_address_bar") ? .typed : Transition(webExtensions: type)
      case "moved": isMoved = true
      case "failed": isFailed = true
      default: break
      }
    }
  }

  /// Whether all the visited addresses are places in the same document.
  var isInDocument: Bool { isMoved && !isCommitted && !isFailed }
}

extension Transition {
  /// Converts a `webNavigation.TransitionType`.
  fileprivate init(webExtensions type: String) {
    switch type {
    case "typed": self = .typed
    case "auto_bookmark": self = .bookmark
    case "generated": self = .generated
    case "keyword", "keyword_generated": self = .keyword
    case "form_submit": self = .formSubmit
    case "reload": self = .reload
    default: self = .link
    }
  }
}
