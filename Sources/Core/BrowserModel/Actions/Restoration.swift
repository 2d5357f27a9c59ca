/// The action to make something what it was at an earlier moment.
public struct Restoration: Equatable, Sendable {
  /// The state at that moment.
  public var past: Browser
  public var parts: [Part]

  public init(of past: Browser, _ parts: [Part] = [.windows]) {
    self.past = past
    self.parts = parts
  }

  /// What is to be as it was.
  public enum Part: Hashable, Sendable {
    /// All windows, tabs and groups. Tabs opened since are closed.
    case windows
    /// Tabs that are not open any more come back; nothing else changes.
    case missingTabs
    /// One window and what stood in it. Tabs that stand in it now and did not then go back to the
    /// window where they stood, if that is open, and else are closed.
    case window(EventID)
    /// One tab: its history, its looks and its place.
    case tab(EventID)
    case bookmarks
    case zoom
    case settings
  }
}
