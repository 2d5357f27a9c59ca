import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// Something that was closed.
package struct PortableClosing: Equatable, Sendable {
  package var item: Item
  package var milliseconds: Int64

  package enum Item: Equatable, Sendable {
    /// A tab, where it stood, and its window by its place among those that are open.
    case tab(PortableTab, index: Int, window: Int?)
    case window(PortableWindow)
  }

  package init(_ item: Item, milliseconds: Int64 = 0) {
    self.item = item
    self.milliseconds = milliseconds
  }
}
