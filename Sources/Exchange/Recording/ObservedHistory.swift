/// A tab's back/forward list in the browser.
package struct ObservedHistory: Equatable {
  package var entries: [ObservedEntry] = []
  package var index = 0

  package init() {}

  /// Whether nothing has loaded in the tab yet, so that its only entry has no address.
  package var isInitial: Bool { entries.count == 1 && entries[0].url.isEmpty }
}
