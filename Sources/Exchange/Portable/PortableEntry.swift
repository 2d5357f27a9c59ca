public import BrowserModel
internal import EventLog
internal import Store

public struct PortableEntry: Equatable, Sendable {
  public var url: String
  public var title: String
  public var transition: Transition
  /// Whether it is a place in the document of the entry before it.
  public var isSameDocument: Bool
  public var milliseconds: Int64
  /// The position of the page, or nil if it is not known.
  public var scroll: Scroll?

  /// A position in a page, in CSS pixels.
  public struct Scroll: Equatable, Sendable {
    public var x: Int32
    public var y: Int32

    public init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  public init(
    _ url: String, title: String = "", transition: Transition = .link,
    isSameDocument: Bool = false, milliseconds: Int64 = 0
  ) {
    self.url = url
    self.title = title
    self.transition = transition
    self.isSameDocument = isSameDocument
    self.milliseconds = milliseconds
  }
}
