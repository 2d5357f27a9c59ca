package import BrowserModel

/// A visit to a page.
package struct PortableVisit: Equatable, Sendable {
  package var url: String
  package var title: String
  package var transition: Transition
  /// The time in milliseconds since 1970 UTC.
  package var milliseconds: Int64

  package init(
    _ url: String, title: String = "", transition: Transition = .link, milliseconds: Int64
  ) {
    self.url = url
    self.title = title
    self.transition = transition
    self.milliseconds = milliseconds
  }
}
