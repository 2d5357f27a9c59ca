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
