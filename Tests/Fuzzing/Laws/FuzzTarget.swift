import Exchange
import ExchangeFormats

/// A kind of untrusted input, and the laws that must hold for any such input.
///
/// libFuzzer generates inputs that reach every branch (`fuzz`, next to this folder). The test suite runs
/// the inputs that were kept (`CorpusTests`). Both check the same laws.
enum FuzzTarget: String, CaseIterable {
  /// Addresses: URLs, their setters, and what people type.
  case address
  /// The files of commands that Chromium writes of its sessions.
  case commands
  /// Browsers' SQLite databases.
  case database
  /// The conditions of `when`.
  case expression
  /// Logs: what any events fold to.
  case fold
  /// Documents of JSON, packed or not.
  case json
  /// The codes by which devices join.
  case invitation
  /// Lines of the console: splitting, parsing, completing, running.
  case line
  /// Lists of bookmarks and visits: tables and lines of JSON.
  case list
  /// Bookmarks and tabs as HTML, XML, Markdown, a table or plain lines.
  case markup
  /// What a device knows of the stream that it shares: the file `sync` of a profile.
  case syncState = "sync-state"
  /// Messages that devices exchange.
  case message
  /// Points in time.
  case point
  /// Safari's property lists.
  case propertyList = "property-list"
  /// Stored records of events.
  case record
  /// Messages of other programs to a server.
  case request
  /// Damaged data files, read page by page.
  case salvage
  /// Checkpoints: states as bytes.
  case snapshot

  /// Runs all laws about an input.
  ///
  /// - Throws: ``BrokenLaw``, or what no reader may throw.
  func check(_ input: [UInt8]) throws {
    switch self {
    case .address: try AddressLaws.check(input)
    case .commands: try ImportLaws.check(input, [.chromiumSession, .chromiumTabs])
    case .database:
      try ImportLaws.check(
        input,
        [
          .firefoxPlaces, .firefoxZoom, .chromiumHistory, .safariHistory, .firefoxAndroid, .buku,
          .qutebrowserHistory,
        ])
    case .expression: try ExpressionLaws.check(input)
    case .fold: try FoldLaws.check(input)
    case .json:
      try ImportLaws.check(
        input,
        [
          .firefoxSession, .firefoxBookmarks, .chromiumBookmarks, .chromiumPreferences,
          .takeoutHistory, .oneTabStorage, .tabSessionManager, .pinboard, .httpArchive, .events,
          .arc, .sessionBuddy, .sidebery,
        ])
    case .invitation: try SyncLaws.checkInvitation(input)
    case .line: try LineLaws.check(input)
    case .list:
      try ImportLaws.check(
        input, [.bookmarkTable, .bookmarkLines, .visitTable, .visitLines])
    case .markup:
      try ImportLaws.check(
        input,
        [
          .netscapeBookmarks, .opml, .markdown, .oneTab, .raindrop, .pocket, .csv, .link,
          .operaBookmarks, .qutebrowserSession, .qutebrowserQuickmarks, .qutebrowserBookmarks,
        ])
    case .syncState: try SyncLaws.checkSyncState(input)
    case .message: try SyncLaws.checkMessage(input)
    case .point: try PointLaws.check(input)
    case .propertyList:
      try ImportLaws.check(input, [.safariBookmarks, .safariSession, .formerSafariHistory])
    case .record: try RecordLaws.check(input)
    case .request: try RequestLaws.check(input)
    case .salvage: try SalvageLaws.check(input)
    case .snapshot: try SnapshotLaws.check(input)
    }
  }
}

/// Throws unless a law holds.
func hold(_ law: Bool, _ broken: @autoclosure () -> String) throws(BrokenLaw) {
  guard law else { throw BrokenLaw(description: broken()) }
}
