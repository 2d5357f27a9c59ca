internal import BrowserModel

/// The actions that make a tab of the model follow its view, and the resulting history.
struct ModelUpdate {
  let tab: TabID
  /// The maximum number of entries of the tab (H8).
  let limit: Int
  private(set) var actions: [Action] = []
  /// For each action, the item of the current entry after the action, if any.
  private(set) var items: [EngineItem.ID?] = []
  /// The contents of the model's entries, or `EventID.nothing` for entries created by the actions.
  private(set) var contents: [EventID]
  /// The index of the current entry.
  private(set) var index: Int

  init(_ tab: Tab, limit: Int) {
    self.tab = tab.id
    self.limit = limit
    contents = tab.entries.map { $0.content }
    index = tab.index
  }

  var isEmpty: Bool { actions.isEmpty }

  /// Adds an action that creates or removes no entries.
  ///
  /// - Parameter item: The item of the current entry from then on.
  mutating func append(_ action: Action, item: EngineItem.ID? = nil) {
    actions.append(action)
    items.append(item)
  }

  /// Adds the action that reports that the pending travel has committed.
  mutating func arrive(at content: EventID) {
    append(.commitLoad(tab))
    index = contents.lastIndex(of: content) ?? index
  }

  /// Adds a travel, unless its target is the current entry.
  ///
  /// - Parameter isCounted: Whether the model counts an entry when it travels.
  mutating func travel(to target: Int, isLoading: Bool, isCounted: (EventID) -> Bool) {
    guard target != index else { return }
    let passed =
      target < index ? contents[target..<index] : contents[(index + 1)..<(target + 1)]
    let steps = passed.count { isCounted($0) }
    append(.travel(tab, by: target < index ? -steps : steps, isLoading: isLoading))
    index = target
  }

  /// Adds an action that adds an entry after the current entry, or replaces the current entry.
  mutating func follow(
    _ destination: Destination, _ following: Following, item: EngineItem.ID
  ) {
    append(.follow(tab, destination, following), item: item)
    if following.manner == .replace || following.manner == .replaceState {
      contents[index] = .nothing
    } else {
      contents.removeSubrange((index + 1)...)
      contents.append(.nothing)
      index += 1
    }
  }
}
