internal import BrowserModel
internal import RetraceSessions
internal import RetraceStore
internal import RetraceTimeline

/// The values that a model shows, all read at the same moment.
struct StoreContent: Sendable {
  /// The number of this content. A later content of the same store has a larger number.
  let number: Int
  let session: Session
  let privateSession: Session
  let branch: BranchID
  let undoTitle: String?
  let redoTitle: String?
  let moments: [LabeledMoment]

  /// Reads the present of a store.
  ///
  /// - Parameter list: The list of moments, which is brought up to date.
  /// - Throws: `LogError` if the log cannot be read.
  init(of store: Store, _ list: inout MomentList, number: Int) throws {
    self.number = number
    session = try store.session
    privateSession = store.privateSession
    branch = store.timeline.lineage.branch
    undoTitle = try store.undoTitle
    redoTitle = try store.redoTitle
    try list.update(from: store)
    moments = list.moments
  }
}
