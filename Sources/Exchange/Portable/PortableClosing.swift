import BrowserModel
internal import EventLog
internal import Store

/// Something that was closed.
public struct PortableClosing: Equatable, Sendable {
  public var item: Item
  public var milliseconds: Int64

  public enum Item: Equatable, Sendable {
    /// A tab, where it stood, and its window by its place among those that are open.
    case tab(PortableTab, index: Int, window: Int?)
    case window(PortableWindow)
  }

  public init(_ item: Item, milliseconds: Int64 = 0) {
    self.item = item
    self.milliseconds = milliseconds
  }
}
