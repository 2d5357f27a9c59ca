public import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// The events of the durable log that may contain search terms.
///
/// Hits determine whether a page, a tab or a bookmark must be read. This saves nearly all look-ups
/// during a search. Only the beginnings of words are compared, so ``match`` must confirm each hit.
public struct WordHits: Sendable {
  /// The search terms.
  public let match: WordMatch
  /// The newest event that was read.
  let last: EventID
  /// For each word, the events that may contain it.
  private var sets: [EventBits]
  /// The events that set texts of bookmarks.
  private var bookmarks: EventBits

  init(_ match: WordMatch, through last: EventID) {
    self.match = match
    self.last = last
    sets = match.words.map { _ in EventBits(through: last) }
    bookmarks = EventBits(through: last)
  }

  /// Whether a page or a bookmark may contain all words, given the event that contains its address
  /// and the event that contains its title. The result is true for events that were not read, such
  /// as private events.
  public func mayHave(url: EventID, title: EventID) -> Bool {
    if url.isPrivate || title.isPrivate || url > last || title > last { return true }
    return sets.allSatisfy { $0.contains(url) || $0.contains(title) }
  }

  /// Whether there may be a bookmark that contains all words.
  public var mayHaveBookmark: Bool { sets.allSatisfy { $0.overlaps(bookmarks) } }

  /// Adds the events of a stored block.
  mutating func add(_ block: RawSpan, first: EventID) {
    for (place, word) in match.words.enumerated() {
      WordBlock.add(
        WordTerm.terms(beginningWith: word), in: block, first: first.rawValue, to: &sets[place])
    }
    let term = WordTerm.bookmark
    WordBlock.add(term...term, in: block, first: first.rawValue, to: &bookmarks)
  }

  /// Adds an event that is not in any block. `folded` is a reusable buffer.
  mutating func add(_ event: Event, _ words: EventWords, _ folded: inout FoldedWords) {
    if case .bookmark = event.body { bookmarks.insert(event.sequence.rawValue) }
    event.visitSearchedTexts { text, isAddress in
      words.withBytes(of: text) { folded.fold($0, isAddress: isAddress) }
      for (place, word) in match.words.enumerated() where folded.hasWord(beginningWith: word) {
        sets[place].insert(event.sequence.rawValue)
      }
    }
  }
}

extension Event {
  /// Visits the texts that a search considers, and states which of the texts are addresses. The
  /// texts are those of pages and bookmarks, except pages that are still loading.
  func visitSearchedTexts(_ body: (Text, _ isAddress: Bool) -> Void) {
    switch self.body {
    case .navigation(.started), .group, .session: return
    default: break
    }
    for field in [TextField.url, .title] {
      let text = self.body.text(field)
      if text.isPresent, text.count > 0 { body(text, field == .url) }
    }
  }
}
