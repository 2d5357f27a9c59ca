import BrowserModel
import Exchange
import Notation
import Testing

@testable import Live

/// Reconstructs back/forward lists from observations, with values that browsers have reported.
struct LookedHistoryTests {
  /// An observation in a short form: `c3: a b [c] d` is the length 3, the neighbours, whose
  /// addresses are also their keys, and the current entry.
  private func look(_ text: String, replaces: Bool = false) -> PageLook {
    let words = text.split(separator: " ").map(String.init)
    var look = PageLook(url: "", length: Int(words[0]) ?? 0)
    for word in words.dropFirst() {
      let isCurrent = word.first == "["
      let name = isCurrent ? String(word.dropFirst().dropLast()) : word
      look.neighbors.append(PageLook.Neighbor(key: "key-\(name.first ?? "?")", url: name))
      if isCurrent {
        look.key = look.neighbors.last?.key
        look.url = name
      }
    }
    look.isReplacement = replaces
    return look
  }

  private static func cause(_ change: (inout LookCause) -> Void) -> LookCause {
    var cause = LookCause()
    change(&cause)
    return cause
  }

  private let load = cause { $0.isCommitted = true }
  private let move = cause { $0.isMoved = true }
  private let back = cause {
    $0.isCommitted = true
    $0.isTraversal = true
  }

  private func shown(_ history: LookedHistory) -> String {
    history.entries.indices.map { place in
      let url = history.entries[place].url
      return place == history.index ? "[\(url)]" : url
    }.joined(separator: " ")
  }

  @Test func loadsAddAndBackMoves() {
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    history.apply(look("2 a [b]"), load)
    history.apply(look("3 [x]"), load)
    #expect(shown(history) == "a b [x]")
    history.apply(look("3 a [b]"), back)
    #expect(shown(history) == "a [b] x")
    history.apply(look("3 a b [c]"), load)
    #expect(shown(history) == "a b [c]")
    #expect(history.unseenCount == 0)
  }

  @Test func aPageWithoutAKeyMayBeReplaced() {
    var history = LookedHistory()
    history.applyUnmarked("about:home")
    history.apply(look("1 [a]"), load)
    #expect(shown(history) == "[a]")
    history = LookedHistory()
    history.applyUnmarked("about:home")
    history.apply(look("2 [a]"), load)
    #expect(shown(history) == "about:home [a]")
  }

  /// Firefox had not saved that a new page had removed the entries ahead.
  @Test func aRestoredListMayHaveOtherEntriesAhead() {
    var history = LookedHistory(urls: ["a", "x"], keys: ["key-a", "key-x"], index: 1)
    history.apply(look("3 [a] b c"))
    #expect(shown(history) == "[a] b c")
    history = LookedHistory(urls: ["a", "x", "y"], keys: ["key-a", "key-x", "key-y"], index: 0)
    history.apply(look("3 [a] x y"))
    #expect(shown(history) == "[a] x y")
    // A page of another origin may follow.
    history = LookedHistory(urls: ["a", "x"], keys: ["key-a", "key-x"], index: 0)
    history.apply(look("2 [a]"))
    #expect(shown(history) == "[a] x")
  }

  /// The page was looked at only after another one had replaced it.
  @Test func aPageThatDidNotAnswerMayBeReplaced() {
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    history.applyUnmarked("x", load)
    history.apply(look("2 [y]"))
    #expect(shown(history) == "a [y]")
  }

  @Test func anEntryThatIsNotCountedYetMayBeReplaced() {
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    history.apply(look("1 a [b]"), move)
    history.apply(look("2 [x]"), load)
    #expect(shown(history) == "a [x]")
  }

  @Test func aPageOfARestoredTabMayBeReplaced() {
    var history = LookedHistory(urls: ["a", "b"], index: 1)
    history.apply(look("2 [x]"), load)
    #expect(shown(history) == "a [x]")
    history = LookedHistory(urls: ["a", "b"], index: 1)
    history.apply(look("3 [x]"), load)
    #expect(shown(history) == "a b [x]")
  }

  @Test func aRestoredTabMayShowAnotherEntry() {
    var history = LookedHistory(urls: ["a", "b", "c"], index: 2)
    history.apply(look("3 [b]"))
    #expect(shown(history) == "a [b] c")
  }

  /// The tab was reported before its page could be looked at.
  @Test func severalEntriesAfterTheFirstLookAreAllSeen() {
    var history = LookedHistory()
    history.applyUnmarked("a")
    history.apply(look("1 [a]"), load)
    history.apply(look("4 a b c [d]"), move)
    #expect(history.unseenCount == 0)
    history.apply(look("4 a b [c] d"), back)
    history.apply(look("4 [x]"), load)
    #expect(shown(history) == "a b c [x]")
  }

  @Test func entriesThatFollowAPageWithoutAKeyAreAllSeen() {
    var history = LookedHistory()
    history.applyUnmarked("about:home")
    history.apply(look("3 a [b]"), load)
    #expect(history.unseenCount == 0)
    #expect(shown(history) == "about:home a [b]")
  }

  @Test func theStartPageOfARestoredTabIsRecognized() {
    var history = LookedHistory(urls: [Destination.startPage, "a"], index: 1)
    history.apply(look("2 [a]"))
    history.applyUnmarked("about:home", back)
    #expect(shown(history) == "[\(Destination.startPage)] a")
  }

  @Test func severalReportsAtOnceAreOneLook() {
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    history.apply(look("4 a b c [d]"), move)
    #expect(shown(history) == "a b c [d]")
    #expect(history.observed.entries.map(\.isSameDocument) == [false, true, true, true])
  }

  @Test func aReplacedAddressKeepsItsEntry() {
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    history.apply(look("2 a [b]"), load)
    let id = history.current?.id
    history.apply(look("2 a [b2]"), move)
    #expect(shown(history) == "a [b2]")
    #expect(history.current?.id == id)
  }

  /// Firefox restores the document with the address that it had when it was left.
  @Test func anEntryHasItsOwnAddressNotThatOfItsDocument() throws {
    let answer = #"{"url":"b","length":2,"key":"key-a","near":[["key-a","a"],["key-b","b"]]}"#
    var history = LookedHistory()
    history.apply(look("2 a [b]"), load)
    history.apply(try #require(PageLook(try JSONParser.parse(Array(answer.utf8)))), back)
    #expect(shown(history) == "[a] b")
  }

  /// Firefox changes the key if an address is replaced after going back to a restored document.
  @Test func anEntryBeforeAKnownEntryWasReplaced() {
    var history = LookedHistory()
    history.apply(look("3 a b [c]"), load)
    history.apply(look("3 a [b] c"), back)
    history.apply(look("3 a [x] c"), move)
    #expect(shown(history) == "a [x] c")
  }

  /// Chromium restores only some entries before the current one.
  @Test func entriesThatAreNotRestoredAreNotInTheList() {
    let urls = (1...9).map { "\($0)" }
    var history = LookedHistory(urls: urls, keys: urls.map { "key-\($0)" }, index: 8)
    history.apply(look("7 [9]"))
    #expect(shown(history) == "3 4 5 6 7 8 [9]")
    history.apply(look("7 [8]"), back)
    history.apply(look("7 [x]"), load)
    #expect(shown(history) == "3 4 5 6 7 8 [x]")
  }

  @Test func aReplacementByAnotherOriginHasANewEntry() {
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    history.apply(look("2 a [b]"), load)
    history.apply(look("2 [x]", replaces: true), load)
    #expect(shown(history) == "a [x]")
  }

  /// Firefox reports a push with a new key and the previous length.
  @Test func theSameAddressLoadedAgainReplaces() {
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    history.apply(look("2 a [b]"), load)
    var again = look("2 a [b]")
    again.key = "key-other"
    again.neighbors[1].key = "key-other"
    history.apply(again, load)
    #expect(shown(history) == "a [b]")
  }

  @Test func aPushFromTheEntryBeforeTheLastKeepsTheLength() {
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    history.apply(look("2 a [b]"), load)
    history.apply(look("2 [a] b"), back)
    history.apply(look("2 a [c]"), load)
    #expect(shown(history) == "a [c]")
  }

  @Test func stepsInsideFramesAreEntries() {
    let frame = Self.cause {
      $0.isCommitted = true
      $0.isFrame = true
    }
    var history = LookedHistory()
    history.apply(look("1 [a]"), load)
    func step(_ length: Int, _ frames: String...) {
      var look = look("\(length) [a]")
      look.frames = Set(frames)
      history.apply(look, frame)
    }
    step(1, "f1")
    #expect(shown(history) == "[a]")
    step(2, "f2")
    #expect(shown(history) == "a [a]")
    step(2, "f1")
    #expect(shown(history) == "[a] a")
    history.apply(look("2 a [b]"), load)
    #expect(shown(history) == "a [b]")
  }

  @Test func pagesWithoutAKeyAreEntries() {
    var history = LookedHistory()
    history.applyUnmarked("chrome://newtab/")
    history.apply(look("2 [a]"), load)
    #expect(shown(history) == "chrome://newtab/ [a]")
    history.applyUnmarked("chrome://newtab/", back)
    #expect(shown(history) == "[chrome://newtab/] a")
    history.apply(look("2 [a]"), back)
    #expect(shown(history) == "chrome://newtab/ [a]")
  }

  @Test func earlierEntriesAreCountedUntilTheyAreVisited() {
    var history = LookedHistory()
    history.apply(look("4 [c]"), load)
    #expect(history.unseenCount == 3)
    history.apply(look("4 [x]"), back)
    #expect(shown(history) == "[x] c")
    #expect(history.unseenCount == 2)
    history.apply(look("4 [c]"), back)
    #expect(shown(history) == "x [c]")
  }

  @Test func aRestoredTabGetsItsKeysBack() {
    var history = LookedHistory(urls: ["a", "b", "x"], index: 1)
    let ids = history.entries.map(\.id)
    history.apply(look("3 a [b]"), LookCause())
    #expect(history.entries.map(\.key) == ["key-a", "key-b", nil])
    history.apply(look("3 [x]"), back)
    #expect(shown(history) == "a b [x]")
    #expect(history.entries.map(\.id) == ids)
  }

  /// The page continued while there was no host.
  @Test func aTabThatContinuedMeanwhileKeepsItsEntries() {
    var history = LookedHistory(urls: ["a", "b"], index: 1)
    let ids = history.entries.map(\.id)
    history.apply(look("4 a b c [d]"))
    #expect(shown(history) == "a b c [d]")
    #expect(Array(history.entries.map(\.id).prefix(2)) == ids)
  }

  @Test func theOldestEntriesAreDropped() {
    var history = LookedHistory(urls: (1...LookedHistory.limit).map { "\($0)" }, index: 49)
    history.apply(look("50 [x]"), load)
    #expect(history.entries.count == LookedHistory.limit)
    #expect(history.entries[0].url == "2")
    #expect(history.index == 49)
  }
}
