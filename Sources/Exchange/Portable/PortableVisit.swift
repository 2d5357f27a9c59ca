public import BrowserModel

/// A visit of a page.
public struct PortableVisit: Equatable, Sendable {
  public var url: String
  public var title: String
  public var transition: Transition
  /// In milliseconds since 1970 UTC.
  public var milliseconds: Int64

  public init(
    _ url: String, title: String = "", transition: Transition = .link, milliseconds: Int64
  ) {
    self.url = url
    self.title = title
    self.transition = transition
    self.milliseconds = milliseconds
  }
}
