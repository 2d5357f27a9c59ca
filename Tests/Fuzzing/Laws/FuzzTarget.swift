import Exchange
import ExchangeFormats

/// A kind of untrusted input, and the laws that must hold for any such input.
///
/// libFuzzer generates inputs that reach every branch (`fuzz`, next to this folder). The test suite
/// runs the stored inputs (`CorpusTests`). Both check the same laws.
enum FuzzTarget: String, CaseIterable {
  /// Addresses: URLs, their setters, and typed texts.
  case address
  /// Messages from the programs of agents.
  case agent
  /// The command files in which Chromium stores sessions.
  case commands
  /// Browsers' SQLite databases.
  case database
  /// The conditions of `when`.
  case expression
  /// Logs: the states that result from any events.
  case fold
  /// JSON documents, compressed or not.
  case json
  /// The codes with which devices join.
  case invitation
  /// Lines of the console: splitting, parsing, completing and running.
  case line
  /// Lists of bookmarks and visits: tables and lines of JSON.
  case list
  /// Bookmarks and tabs as HTML, XML, Markdown, a table or plain lines.
  case markup
  /// The file `sync` of a profile: what a device knows about the shared stream.
  case syncState = "sync-state"
  /// Messages that devices exchange.
  case message
  /// Requests to the server of the inspector's page.
  case pageRequest = "page-request"
  /// Points in time.
  case point
  /// Safari's property lists.
  case propertyList = "property-list"
  /// Stored records of events.
  case record
  /// Messages from other programs to a server.
  case request
  /// Damaged data files, read page by page.
  case salvage
  /// Checkpoints: states as bytes.
  case snapshot

  /// Checks all laws for an input.
  ///
  /// - Throws: ``BrokenLaw``, or an error that no reader may throw.
  func check(_ input: [UInt8]) throws {
    switch self {
    case .address: try AddressLaws.check(input)
    case .agent: try AgentLaws.check(input)
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
    case .pageRequest: try PageRequestLaws.check(input)
    case .point: try PointLaws.check(input)
    case .propertyList:
      try ImportLaws.check(input, [.safariBookmarks, .safariSession, .olderSafariHistory])
    case .record: try RecordLaws.check(input)
    case .request: try RequestLaws.check(input)
    case .salvage: try SalvageLaws.check(input)
    case .snapshot: try SnapshotLaws.check(input)
    }
  }
}

/// Throws if a law is violated.
func hold(_ law: Bool, _ broken: @autoclosure () -> String) throws(BrokenLaw) {
  guard law else { throw BrokenLaw(description: broken()) }
}
