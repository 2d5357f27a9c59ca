public import BrowserModel

/// What is to be forgotten. It is about the durable log, all branches of it.
public enum ForgettingScope: Hashable, Sendable {
  /// A page by its exact URL, in the URL standard's serialised form.
  case url(String)
  /// A host as it stands in URLs, and all hosts below it.
  case site(String)
  /// Everything that was written behind one event and up to another.
  case between(Sequence, Sequence)
  /// Every page that was shown in a tab.
  case tab(Sequence)
  case everything
}

/// How much a forgetting takes.
public struct ForgettingCounts: Hashable, Sendable {
  /// Events that lose words.
  public var events = 0
  /// Visits of pages among them.
  public var pages = 0
  /// Bookmarks and folders that go.
  public var bookmarks = 0
  /// Sites that lose their zoom.
  public var sites = 0
  /// Events that only a newer version knows, whose whole content goes.
  public var unknown = 0
  /// Damaged records of which nothing is left.
  public var damaged = 0

  public init() {}
}

/// What a forgetting did.
public struct Forgetting: Sendable {
  public var counts: ForgettingCounts
  /// What it wrote; nothing when there was nothing to forget.
  public var performed: Performed
  /// The directories of the former log that could not be removed, so that what was forgotten still
  /// stands there.
  public var leftovers: [String] = []
}
