import Testing

@testable import Exchange

/// Derives the changes of a tab's history from its previous and its current state.
struct HistoryStepTests {
  /// A history, from names of entries. An asterisk marks the current entry. A number after a name
  /// distinguishes addresses of the same entry.
  private func history(_ text: String) -> ObservedHistory {
    var history = ObservedHistory()
    for (place, word) in text.split(separator: " ").enumerated() {
      let name = word.replacing("*", with: "")
      if word.contains("*") { history.index = place }
      let id = Int64(name.unicodeScalars.first?.value ?? 0)
      history.entries.append(ObservedEntry(id, "https://\(name).example/"))
    }
    return history
  }

  private func steps(_ old: String, _ new: String) -> [String] {
    HistoryStep.steps(from: history(old), to: history(new)).map { step in
      switch step {
      case .travel(let count, _): "go \(count)"
      case .append(let entry): "append \(entry.url.dropFirst(8).dropLast(9))"
      case .replace(let entry): "replace \(entry.url.dropFirst(8).dropLast(9))"
      }
    }
  }

  @Test(arguments: [
    ("a*", "a*", []),
    ("a*", "a b*", ["append b"]),
    ("a b*", "a* b", ["go -1"]),
    ("a* b c", "a b c*", ["go 2"]),
    ("a* b c", "a d*", ["append d"]),
    ("a b* c", "a d*", ["go -1", "append d"]),
    ("a b*", "a c*", ["replace c"]),
    ("a b* c", "a d* c", ["replace d"]),
    ("a*", "b*", ["replace b"]),
    // The same entry, whose page has changed its address.
    ("a b*", "a b2*", ["replace b2"]),
    // Several changes at once.
    ("a*", "a b c* d", ["append b", "append c", "append d", "go -1"]),
    ("a b c*", "a d* e", ["go -2", "append d", "append e", "go -1"]),
    // The oldest entry was removed because there were too many, or an entry in the middle that the
    // browser skips.
    ("a b c*", "b c d*", ["append d"]),
    ("a b c*", "a c d*", ["append d"]),
    ("a b* c", "b* c", []),
    // A browser that gives two entries the same id does not end the recording.
    ("a*", "a1 a2*", ["replace a1", "append a2"]),
    ("a1 a2*", "a3 b* a4", ["go -1", "replace a3", "append b", "append a4", "go -1"]),
  ])
  func steps(old: String, new: String, steps: [String]) {
    #expect(self.steps(old, new) == steps)
  }

  @Test func aNewTabWithAHistoryBeginsWithItsFirstEntry() {
    let new = history("a b* c")
    #expect(
      HistoryStep.steps(from: ObservedHistory(), to: new)
        == [
          .append(new.entries[1]), .append(new.entries[2]), .travel(by: -1, to: new.entries[1].id),
        ])
  }
}
