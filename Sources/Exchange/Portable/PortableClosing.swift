import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// A closed item.
package struct PortableClosing: Equatable, Sendable {
  package var item: Item
  package var milliseconds: Int64

  package enum Item: Equatable, Sendable {
    /// A tab with its position, and the index of its window in the list of open windows, or nil.
    case tab(PortableTab, index: Int, window: Int?)
    case window(PortableWindow)
  }

  package init(_ item: Item, milliseconds: Int64 = 0) {
    self.item = item
    self.milliseconds = milliseconds
  }
}
