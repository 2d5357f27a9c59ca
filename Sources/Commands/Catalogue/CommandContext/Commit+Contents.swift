internal import BrowserModel
internal import RetraceStore

/// The contents of a commit that a command reports.
extension Commit {
  /// The reopened tabs, in order.
  var reopenedTabs: [TabID] {
    events.compactMap { event in
      switch event.body {
      case .tab(.reopened(let body)): body.tab
      case .tab(.restored(let body)): body.tab
      default: nil
      }
    }
  }

  /// Whether the commit contains a durable event about something other than windows: a bookmark, a
  /// setting, the default zoom, a mark or a branch.
  var isKept: Bool {
    events.contains { event in
      guard !event.sequence.isPrivate else { return false }
      switch event.body {
      case .value(let body): return body.owner == .profile
      case .bookmark, .setting, .zoom(.defaultSet), .time(.marked), .time(.branched),
        .time(.branchHidden):
        return true
      default: return false
      }
    }
  }
}
