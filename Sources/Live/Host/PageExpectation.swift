internal import BrowserModel

/// A page that a tab was ordered to show.
struct PageExpectation {
  /// The content of the entry in the model.
  let content: EventID
  /// The entry that was shown before the order, or nil if the tab is new.
  let former: LookedEntry?
  /// Whether the page was loaded as a new entry, not reached through the list.
  let isLoad: Bool
  /// The time after which the browser's own report counts instead.
  let deadline: ContinuousClock.Instant
}
