public import BrowserModel

/// The tabs that lose the page they show because of a forget request, and the effects on them.
public struct TabsAfterForgetting: Hashable, Sendable {
  /// Open tabs that show the start page afterwards, because no other page is left in their
  /// histories.
  public internal(set) var startPages: [TabID] = []
  /// Open tabs that show another page of their histories afterwards.
  public internal(set) var otherPages: [TabID] = []
  /// Closed tabs that cannot be reopened afterwards, because no page is left in their histories.
  public internal(set) var closed: [TabID] = []

  /// Whether no tab loses the page it shows.
  public var isEmpty: Bool { startPages.isEmpty && otherPages.isEmpty && closed.isEmpty }
}
