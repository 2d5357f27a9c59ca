/// Going back by events, as an undo of something recent does, and a step.
///
/// While a state remembers, it keeps of every event what it changed; so going back costs what going
/// on did, however large the state is. A state that nobody will take back remembers nothing.
extension Browser {
  /// How many events are remembered at least, where so many were folded; some 600 bytes each.
  public static let rememberedCount = 2_048

  /// Whether what events change is kept.
  public var remembers: Bool { rewindMarks != nil }

  /// Begins to keep what events change, or ends it and forgets what was kept.
  public mutating func remember(_ isRemembering: Bool = true) {
    guard isRemembering != remembers else { return }
    rewindMarks = isRemembering ? [] : nil
    rewindStart = sequence
    windowTable.keepsChanges(isRemembering)
    tabTable.keepsChanges(isRemembering)
    groupTable.keepsChanges(isRemembering)
    rowStore.keepsChanges(isRemembering)
    openers.keepsChanges(isRemembering)
    families.keepsChanges(isRemembering)
    closedList.keepsChanges(isRemembering)
  }

  /// Whether ``rewind(to:)`` can go back to a moment.
  public func canRewind(to moment: Sequence) -> Bool {
    remembers && moment.rawValue.magnitude >= rewindStart.rawValue.magnitude
      && moment.rawValue.magnitude <= sequence.rawValue.magnitude
  }

  /// Takes back what was folded behind a moment, in memory; the log is not touched.
  ///
  /// Where bookmarks or the zoom of sites changed meanwhile, they are missing afterwards
  /// (``isShelfMissing``). Nothing happens where the moment is not remembered.
  ///
  /// - Returns: ``canRewind(to:)``.
  /// - Complexity: O(events behind the moment), each like its fold.
  @discardableResult
  public mutating func rewind(to moment: Sequence) -> Bool {
    guard canRewind(to: moment) else { return false }
    while let mark = rewindMarks?.last,
      mark.event.rawValue.magnitude > moment.rawValue.magnitude
    {
      rewindMarks?.removeLast()
      rewind(to: mark)
      if mark.isAboutShelf { loseShelf() }
    }
    sequence = moment
    return true
  }

  /// Keeps what the state is before an event. O(1) on average.
  @inline(never)
  mutating func keepMark(before event: borrowing Event) {
    let mark = rewindMark(before: event)
    rewindMarks?.append(mark)
    if rewindMarks?.count == 2 * Self.rememberedCount { forgetOldMarks() }
  }

  private mutating func forgetOldMarks() {
    rewindMarks?.removeFirst(Self.rememberedCount)
    guard let mark = rewindMarks?.first else { return }
    rewindStart = mark.event.advanced(by: -1)
    windowTable.forgetChanges(before: mark.windows)
    tabTable.forgetChanges(before: mark.tabs)
    groupTable.forgetChanges(before: mark.groups)
    rowStore.forgetChanges(before: mark.rows)
    openers.forgetChanges(before: mark.openers)
    families.forgetChanges(before: mark.families)
    closedList.forgetChanges(before: mark.closed)
  }

  private mutating func loseShelf() {
    bookmarks = Bookmarks()
    zoom.sites = SiteTable()
    isShelfMissing = true
  }
}
