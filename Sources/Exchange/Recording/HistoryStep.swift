/// A change of a tab's history between two looks.
enum HistoryStep: Equatable {
  /// The tab moved through its list to an entry, identified by the browser's id.
  case travel(by: Int, to: Int64)
  case append(ObservedEntry)
  /// The current entry was replaced.
  case replace(ObservedEntry)

  /// Returns the steps from one history to the next. If there was a look after each step of the
  /// user, these are the user's steps. Otherwise there are fewer steps with the same result.
  ///
  /// Entries that the browser dropped because there were too many do not count as steps, because
  /// the fold drops entries by the same rule.
  ///
  /// - Complexity: O(entries).
  static func steps(from old: ObservedHistory, to new: ObservedHistory) -> [HistoryStep] {
    guard !old.entries.isEmpty else { return first(new) }
    var walk = HistoryWalk(old, new)
    return walk.taken()
  }

  /// Returns the steps of a new tab. The first entry is not a step, because the tab was opened with
  /// this entry.
  private static func first(_ new: ObservedHistory) -> [HistoryStep] {
    let steps = new.entries.dropFirst().map { HistoryStep.append($0) }
    let back = new.index - (new.entries.count - 1)
    return back == 0 ? steps : steps + [.travel(by: back, to: new.entries[new.index].id)]
  }
}

/// The path from one history to the next.
private struct HistoryWalk {
  private let new: ObservedHistory
  /// The entries after the steps so far, and the index of the current entry.
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

  /// Removes entries that the browser dropped because there were too many. Later entries still
  /// exist, and no entries replaced the dropped entries.
  private mutating func forgetPruned() {
    let left = Set(new.entries.map(\.id))
    let fresh = left.subtracting(entries.map(\.id)).count
    guard let last = entries.lastIndex(where: { left.contains($0.id) }) else { return }
    let gone = entries[..<last].indices.filter { !left.contains(entries[$0].id) }
    let kept = last + 1 - gone.count
    // The number of new entries in between equals the number that were replaced.
    let lastInNew = new.entries.lastIndex { $0.id == entries[last].id } ?? 0
    let replaced = lastInNew + 1 - kept
    guard replaced >= 0, replaced <= min(fresh, gone.count) else { return }
    for place in gone.prefix(gone.count - replaced).reversed() {
      entries.remove(at: place)
      if place < index { index -= 1 }
    }
  }

  /// Whether another entry replaced the entry at an index. The replaced entry is either the current
  /// entry, or an entry whose later entries still exist.
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
    steps.append(.travel(by: place - index, to: entries[place].id))
    index = place
  }
}
