/// One thing that happened to a tab's history between two looks at it.
enum HistoryStep: Equatable {
  case travel(by: Int)
  case append(ObservedEntry)
  /// The current entry became another one.
  case replace(ObservedEntry)

  /// What leads from one history to the next: the steps of the user, where there was a look after
  /// each, otherwise fewer that lead to the same.
  ///
  /// What the browser dropped because there were too many is not a step: the fold drops by the same
  /// rule.
  ///
  /// - Complexity: O(entries).
  static func steps(from old: ObservedHistory, to new: ObservedHistory) -> [HistoryStep] {
    guard !old.entries.isEmpty else { return first(new) }
    var walk = HistoryWalk(old, new)
    return walk.taken()
  }

  /// The first entry is the one with which a tab opens.
  private static func first(_ new: ObservedHistory) -> [HistoryStep] {
    let steps = new.entries.dropFirst().map { HistoryStep.append($0) }
    let back = new.index - (new.entries.count - 1)
    return back == 0 ? steps : steps + [.travel(by: back)]
  }
}

/// The way from one history to the next.
private struct HistoryWalk {
  private let new: ObservedHistory
  /// The entries as they are on the way, and where one stands among them.
  private var entries: [ObservedEntry]
  private var index: Int
  private var steps: [HistoryStep] = []

  init(_ old: ObservedHistory, _ new: ObservedHistory) {
    self.new = new
    entries = old.entries
    index = old.index
    forgetPruned()
  }

  mutating func taken() -> [HistoryStep] {
    for (place, entry) in new.entries.enumerated() {
      if place < entries.count, entries[place].id == entry.id {
        if entries[place].url != entry.url { replace(at: place, entry) }
      } else if replaces(at: place) {
        replace(at: place, entry)
      } else {
        append(behind: place - 1, entry)
      }
    }
    go(to: new.index)
    return steps
  }

  /// Entries that are gone while later ones stay, and in whose place nothing came: there were too many.
  private mutating func forgetPruned() {
    let left = Set(new.entries.map(\.id))
    let fresh = left.subtracting(entries.map(\.id)).count
    guard let last = entries.lastIndex(where: { left.contains($0.id) }) else { return }
    let gone = entries[..<last].indices.filter { !left.contains(entries[$0].id) }
    let kept = last + 1 - gone.count
    // As many as came in between were replaced.
    let lastInNew = new.entries.lastIndex { $0.id == entries[last].id } ?? 0
    let replaced = lastInNew + 1 - kept
    guard replaced >= 0, replaced <= min(fresh, gone.count) else { return }
    for place in gone.prefix(gone.count - replaced).reversed() {
      entries.remove(at: place)
      if place < index { index -= 1 }
    }
  }

  /// Whether another entry took the place of the one there: the one where the tab stood, or one with
  /// others ahead that stayed.
  private func replaces(at place: Int) -> Bool {
    guard place < entries.count else { return false }
    if place == 0 { return true }
    let left = Set(new.entries.map(\.id))
    let hasAhead = entries[(place + 1)...].contains { left.contains($0.id) }
    return hasAhead || place == index && place == entries.count - 1
  }

  private mutating func replace(at place: Int, _ entry: ObservedEntry) {
    go(to: place)
    steps.append(.replace(entry))
    entries[place] = entry
  }

  private mutating func append(behind place: Int, _ entry: ObservedEntry) {
    go(to: place)
    steps.append(.append(entry))
    entries.removeSubrange((place + 1)...)
    entries.append(entry)
    index = place + 1
  }

  private mutating func go(to place: Int) {
    guard place != index, entries.indices.contains(place) else { return }
    steps.append(.travel(by: place - index))
    index = place
  }
}
