package import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

package struct PortableEntry: Equatable, Sendable {
  package var url: String
  package var title: String
  package var transition: Transition
  /// Whether the entry is a location in the document of the previous entry.
  package var isSameDocument: Bool
  package var milliseconds: Int64
  /// The scroll position of the page, or nil if unknown.
  package var scroll: Scroll?

  /// A scroll position in a page, in CSS pixels.
  package struct Scroll: Equatable, Sendable {
    package var x: Int32
    package var y: Int32

    package init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  package init(
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
