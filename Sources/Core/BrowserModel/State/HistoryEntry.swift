/// An entry of a tab's session history, as references to the events that said something
/// about it.
///
/// This is the "session history entry" of the HTML standard, 7.4.1.1, as 28 bytes of plain
/// data. Texts are looked up by selectors such as `Browser.url(of:text:)`.
public struct HistoryEntry: Equatable, Sendable, BitwiseCopyable {
  /// The id of the entry: the event that made it. It stays when the entry is replaced or
  /// reloaded.
  public var id: EntryID
  /// The event that last gave the entry its URL: the one that made it, or a later
  /// replacement. Reports of a page name it, so that a late report about another page
  /// changes nothing.
  public var content: EventID
  /// The event that made the document. Entries of the same document share it (H5): those
  /// that came about by a fragment or `pushState`.
  public var document: EventID
  /// The newest report of a title, or ``EventID/nothing``.
  public var title: EventID
  /// The newest report of a scroll position, or ``EventID/nothing``.
  public var scroll: EventID
  /// The newest report of a picture of the page, or ``EventID/nothing``.
  public var picture: EventID
  /// Flags by which Back and Forward skip entries (H9).
  public var flags: Flags

  /// Creates an entry; the fold makes those of a state.
  public init(
    id: EntryID, content: EventID, document: EventID, title: EventID = .nothing,
    scroll: EventID = .nothing, picture: EventID = .nothing, flags: Flags = []
  ) {
    self.id = id
    self.content = content
    self.document = document
    self.title = title
    self.scroll = scroll
    self.picture = picture
    self.flags = flags
  }

  /// Flags of an entry by which the browser's own Back and Forward choose where to stop
  /// (H9).
  ///
  /// They follow Chromium's "history manipulation intervention": an entry is skippable if
  /// its document added another entry without user activation. The raw value is stored in
  /// events and never used for anything else.
  public struct Flags: OptionSet, Equatable, Sendable, BitwiseCopyable {
    /// The flags as bits; bits without a name are kept.
    public var rawValue: UInt8
    /// Creates a set of flags from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The user has interacted with the document since it was last shown.
    public static let activated = Flags(rawValue: 1)
    /// Back and Forward skip the entry. ``Action/travel(_:by:isLoading:)`` does not.
    public static let skippable = Flags(rawValue: 2)
  }
}
