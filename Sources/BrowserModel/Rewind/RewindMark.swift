/// What the state was before an event: the small things themselves, and how far the large ones had
/// come.
struct RewindMark: Sendable {
  /// The event that was folded next.
  let event: Sequence
  /// Whether that event is about bookmarks or the zoom of sites, whose changes are not kept.
  let isAboutShelf: Bool

  let windowOrder: ContiguousArray<Sequence>
  let focusedWindow: Sequence
  let zoomDefault: ZoomLevel
  let zoomDefaultSource: Sequence
  let settings: Settings
  let health: SessionHealth

  let windows: SequenceTable<Window>.Mark
  let tabs: SequenceTable<TabRecord>.Mark
  let groups: SequenceTable<TabGroup>.Mark
  let rows: RowStore.Mark
  let openers: KinTable.Mark
  let families: KinTable.Mark
  let closed: ClosedList.Mark
}

extension Browser {
  func rewindMark(before event: borrowing Event) -> RewindMark {
    RewindMark(
      event: event.sequence, isAboutShelf: event.body.isAboutShelf,
      windowOrder: windowOrder, focusedWindow: focusedWindow, zoomDefault: zoom.default,
      zoomDefaultSource: zoom.defaultSource, settings: settings, health: health,
      windows: windowTable.mark, tabs: tabTable.mark, groups: groupTable.mark,
      rows: rowStore.mark, openers: openers.mark, families: families.mark,
      closed: closedList.mark)
  }

  mutating func rewind(to mark: RewindMark) {
    windowOrder = mark.windowOrder
    focusedWindow = mark.focusedWindow
    zoom.default = mark.zoomDefault
    zoom.defaultSource = mark.zoomDefaultSource
    settings = mark.settings
    health = mark.health
    windowTable.rewind(to: mark.windows)
    tabTable.rewind(to: mark.tabs)
    groupTable.rewind(to: mark.groups)
    rowStore.rewind(to: mark.rows)
    openers.rewind(to: mark.openers)
    families.rewind(to: mark.families)
    closedList.rewind(to: mark.closed)
  }
}
