internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// The answer of `state`.
struct StateAnswer: AnswerObject {
  let shown: ShownState
  /// The durable state shown.
  let state: ProfileState
  /// The time of the newest event in the state.
  let time: Timestamp?
  let marks: [(name: String, mark: Mark)]

  static let members = AnswerMembers<Self> { state in
    state.member("sequence", "the newest event that is on disk") {
      $0.shown.context.durableBrowser.sequence
    }
    state.member("time", "when that event was written; null at the start") { $0.time }
    state.all(WindowAnswer.list) { $0.shown.windows }
    state.all(TabAnswer.list) { $0.shown.tabs }
    state.all(GroupAnswer.list) { $0.shown.groups }
    state.all(ClosedItemAnswer.list) { $0.shown.closed }
    state.all(BookmarkAnswer.list) {
      BookmarkAnswer.children(of: .nothing, in: $0.state.library.bookmarks, $0.shown.words)
    }
    state.all(ShownState.zoomOfSites) { $0.shown }
    state.all(SettingsAnswer.answer) { SettingsAnswer(state: $0.state, words: $0.shown.words) }
    state.all(ShownState.marks) { $0.marks }
  }
}
