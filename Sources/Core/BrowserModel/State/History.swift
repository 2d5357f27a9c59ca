/// A tab's session history as the fold keeps it: where its newest row and its current row stand in
/// the ``RowStore``.
struct History: BitwiseCopyable, Sendable {
  /// The place of the newest row, or −1. Each row knows the one before it. Below −1 the rows are
  /// still packed as they were in a snapshot (``RowStore/unpack(_:)``).
  var newest: Int32 = -1
  /// The place of the current row, or −1; without meaning while the rows are packed.
  var current: Int32 = -1
  var count: Int32 = 0
  /// The current row's position, counted from the oldest.
  var index: Int32 = 0
  /// Whether a row may say that the user touched its document; most histories have none.
  var hasActivation = false

  /// A history whose rows stand in a snapshot from a byte on.
  init(packedAt offset: Int, count: Int32, index: Int32) {
    newest = -2 &- Int32(truncatingIfNeeded: offset)
    self.count = count
    self.index = index
  }

  init() {}

  /// The byte from which on packed rows stand; nil where they are not packed.
  var packedOffset: Int? { newest < -1 ? Int(-2 &- newest) : nil }

  mutating func goToNewest() {
    current = newest
    index = count &- 1
  }
}

/// One entry of a tab's session history, as references to the events that said it.
///
/// HTML standard, 7.4.1.1 "session history entries". Plain data: 28 bytes.
public struct Row: Equatable, Sendable, BitwiseCopyable {
  /// The event that made the entry: its id. It stays when the entry is replaced.
  public var entry: EventID
  /// The event that last said the entry's URL: its commit, or the replacement.
  public var content: EventID
  /// The event that made the document; entries of one document share it (fragments, `pushState`).
  public var document: EventID
  /// The newest title report, or nothing.
  public var title: EventID
  /// The newest scroll report, or nothing.
  public var scroll: EventID
  /// The newest picture of the page, or nothing.
  public var picture: EventID
  /// What the user's presence says about the entry.
  public var marks: Marks

  public init(
    entry: EventID, content: EventID, document: EventID, title: EventID = .nothing,
    scroll: EventID = .nothing, picture: EventID = .nothing, marks: Marks = []
  ) {
    self.entry = entry
    self.content = content
    self.document = document
    self.title = title
    self.scroll = scroll
    self.picture = picture
    self.marks = marks
  }

  /// Signs by which the browser's own Back and Forward choose where to stop.
  ///
  /// Chromium, "history manipulation intervention": an entry is skippable when its document added
  /// another entry without user activation.
  public struct Marks: OptionSet, Equatable, Sendable, BitwiseCopyable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The user touched the document since it was last shown.
    public static let activated = Marks(rawValue: 1)
    /// Back and Forward pass it by; `travel` never does.
    public static let skippable = Marks(rawValue: 2)
  }
}
