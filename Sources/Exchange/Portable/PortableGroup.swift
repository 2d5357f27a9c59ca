public import BrowserModel
internal import EventLog
internal import Store

public struct PortableGroup: Equatable, Sendable {
  public var title: String
  public var color: TabGroup.Color
  public var isCollapsed: Bool

  public init(title: String, color: TabGroup.Color = .grey, isCollapsed: Bool = false) {
    self.title = title
    self.color = color
    self.isCollapsed = isCollapsed
  }
}
