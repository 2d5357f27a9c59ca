/// A named, coloured run of neighbouring tabs in one window. A group without tabs is gone.
public struct TabGroup: Equatable, Sendable, BitwiseCopyable {
  public internal(set) var id: EventID
  public internal(set) var window: EventID
  /// How many tabs it has.
  public internal(set) var count: Int
  /// The event that last gave its title, or nothing.
  public internal(set) var title: EventID
  public internal(set) var color: Color
  public internal(set) var isCollapsed: Bool

  /// WebExtensions' `tabGroups.Color`.
  public enum Color: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case grey, blue, red, yellow, green, pink, purple, cyan, orange
  }

  init(id: EventID) {
    self.id = id
    self.window = .nothing
    self.count = 0
    self.title = .nothing
    self.color = .grey
    self.isCollapsed = false
  }
}

extension TabGroup: Slotted {
  static var vacant: TabGroup { TabGroup(id: .nothing) }
}
