/// A group of neighbouring tabs in one window, with a title and a colour.
///
/// The tabs of a group are not pinned. A group exists as long as it has tabs.
public struct TabGroup: Equatable, Sendable, BitwiseCopyable {
  /// The event that created the group.
  public internal(set) var id: GroupID
  /// The window that contains the tabs of the group.
  public internal(set) var window: WindowID
  /// The number of tabs: at least one in a group that a state returns, 0 in the group of a
  /// ``ClosedTab``.
  public internal(set) var count: Int
  /// The event that last set the title, or ``EventID/nothing``.
  public internal(set) var title: EventID
  /// The colour. A new group gets the least used colour in its window.
  public internal(set) var color: Color
  /// Whether the tabs of the group are hidden in the tab strip. The hidden tabs never include the
  /// active tab.
  public internal(set) var isCollapsed: Bool

  /// The colours of WebExtensions' `tabGroups.Color`. Raw values are stored in events and
  /// never reused.
  public enum Color: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case grey, blue, red, yellow, green, pink, purple, cyan, orange
  }

  /// Creates a grey, expanded group without tabs.
  init(id: GroupID) {
    self.id = id
    self.window = .nothing
    self.count = 0
    self.title = .nothing
    self.color = .grey
    self.isCollapsed = false
  }
}

extension TabGroup.Color: CustomStringConvertible {
  /// The name in JSON and commands.
  public var description: String {
    switch self {
    case .grey: "grey"
    case .blue: "blue"
    case .red: "red"
    case .yellow: "yellow"
    case .green: "green"
    case .pink: "pink"
    case .purple: "purple"
    case .cyan: "cyan"
    case .orange: "orange"
    }
  }
}

extension TabGroup: Slotted {
  static var vacant: TabGroup { TabGroup(id: .nothing) }
}
