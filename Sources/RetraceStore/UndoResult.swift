public import BrowserModel
internal import RetraceTimeline

/// The result of one undo or redo.
///
/// ```swift
/// let opened = try store.perform(.open(OpenTab(Destination("https://swift.org/"))))
/// let undone = try store.undo().batch  // opened.events[0].batch
/// let redone = try store.redo().batch  // the same
/// ```
public struct UndoResult: Sendable {
  /// The batch that was undone or redone, identified by its first event. The number is negative in
  /// the private log.
  public var batch: BatchID
  /// The event that undid or redid the batch, and an event for each automatic consequence, such as
  /// a redirect of a page that the batch opened.
  public var performed: Commit
}

extension UndoResult {
  /// Returns the batches that the events of a commit undid or redid, each with its consequences.
  ///
  /// - Parameter causes: Returns the batches that caused a batch, the nearest first.
  static func all(
    of commit: Commit, causes: (BatchID) throws -> [BatchID]
  ) rethrows -> [UndoResult] {
    var results: [UndoResult] = []
    var places: [BatchID: Int] = [:]
    for event in commit.events {
      guard let batch = UndoRecord(event)?.batch else { continue }
      let place = try causes(batch).lazy.compactMap { places[$0] }.first
      places[batch] = place ?? results.count
      if let place {
        results[place].performed.events.append(event)
      } else {
        let performed = Commit(events: [event], words: commit.words)
        results.append(UndoResult(batch: batch, performed: performed))
      }
    }
    return results
  }
}
