/// An entry of a tab's session history, as references to the events that describe it.
///
/// This is the "session history entry" of the HTML standard, 7.4.1.1, as 28 bytes of plain data.
/// Selectors such as `Browser.url(of:text:)` look up the texts.
public struct HistoryEntry: Equatable, Sendable, BitwiseCopyable {
  /// The id of the entry: the event that created it. Replacing or reloading the entry does not
  /// change its id.
  public var id: EntryID
  /// The event that last set the URL of the entry: the event that created the entry, or a later
  /// replacement. Reports about a page refer to this event, so that a late report about another
  /// page changes nothing.
  public var content: EventID
  /// The event that created the document. Entries that a fragment or `pushState` created share the
  /// document of the previous entry (H5).
  public var document: EventID
  /// The newest report of a title, or ``EventID/nothing``.
  public var title: EventID
  /// The newest report of a scroll position, or ``EventID/nothing``.
  public var scroll: EventID
  /// The newest report of a picture of the page, or ``EventID/nothing``.
  public var picture: EventID
  /// Flags that make Back and Forward skip entries (H9).
  public var flags: Flags

  /// Creates an entry. The entries of a state are created by the fold.
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

  /// Flags of an entry that determine where the browser's own Back and Forward stop (H9).
  ///
  /// The flags follow Chromium's "history manipulation intervention": an entry is skippable if its
  /// document added another entry without user activation. Raw values are stored in events and
  /// never reused.
  public struct Flags: OptionSet, Equatable, Sendable, BitwiseCopyable {
    /// The flags as bits. Bits without a name are preserved.
    public var rawValue: UInt8
    /// Creates a set of flags from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The user has interacted with the document since it was last shown.
    public static let activated = Flags(rawValue: 1)
    /// Back and Forward skip the entry. ``Action/travel(_:by:isLoading:)`` does not skip the entry.
    public static let skippable = Flags(rawValue: 2)
  }
}
