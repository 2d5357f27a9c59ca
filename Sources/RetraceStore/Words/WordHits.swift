public import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// The events that may have the words which somebody looks for, of the durable log.
///
/// It says of a page, a tab or a bookmark whether it is worth reading, and so spares a search nearly all
/// look-ups. The beginnings of words alone are compared: ``match`` has the last word.
public struct WordHits: Sendable {
  /// The words that are looked for.
  public let match: WordMatch
  /// The newest event that was looked at.
  let last: EventID
  /// For each word the events that may have it.
  private var sets: [EventBits]
  /// The events that say a bookmark's words.
  private var bookmarks: EventBits

  init(_ match: WordMatch, through last: EventID) {
    self.match = match
    self.last = last
    sets = match.words.map { _ in EventBits(through: last) }
    bookmarks = EventBits(through: last)
  }

  /// Whether something may have all the words whose address and title stand in these events; yes for
  /// events that were not looked at, such as private ones.
  public func mayHave(url: EventID, title: EventID) -> Bool {
    if url.isPrivate || title.isPrivate || url > last || title > last { return true }
    return sets.allSatisfy { $0.contains(url) || $0.contains(title) }
  }

  /// Whether there may be a bookmark that has all the words.
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

  /// Adds an event whose words are in no block; `folded` is room to work in.
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
  /// Visits the texts that a search looks at, and says which are addresses: those of pages and
  /// bookmarks, where they are not only on their way.
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
