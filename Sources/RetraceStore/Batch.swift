import BrowserModel

/// The events of a draft with their ids, as they are written.
struct Batch {
  let events: [Event]
  /// The bytes that contain the texts of the events.
  let words: ContiguousArray<UInt8>

  /// Numbers the events of a draft.
  ///
  /// - Parameters:
  ///   - draft: The decided events.
  ///   - first: The id of the first event.
  ///   - batch: The batch, or nil if the first event begins a new batch.
  ///   - branch: The branch, or `.nothing` for the main branch.
  ///   - milliseconds: The time of all events, in milliseconds since 1970 UTC.
  ///   - origin: The author of the batch.
  ///   - label: The name and the key of the batch.
  init(
    _ draft: Draft, first: EventID, of batch: BatchID? = nil, branch: BranchID = .nothing,
    milliseconds: Int64,
    origin: Origin, label: BatchLabel = BatchLabel()
  ) {
    var draft = draft
    let batch = batch ?? BatchID(first)
    let isFirst = batch.event == first
    let agent = draft.text(origin.agent)
    let name = draft.text(isFirst ? label.name : nil)
    let key = draft.text(isFirst ? label.key : nil)
    let fingerprint = draft.text(isFirst ? label.fingerprint : nil)
    var events: [Event] = []
    events.reserveCapacity(draft.bodies.count)
    for (offset, body) in draft.bodies.enumerated() {
      events.append(
        Event(
          sequence: first.advanced(by: Int32(offset)), batch: batch,
          milliseconds: milliseconds,
          branch: branch, actor: origin.actor, via: origin.via, agent: agent,
          cause: origin.cause, batchName: offset == 0 ? name : .absent,
          batchKey: offset == 0 ? key : .absent,
          batchFingerprint: offset == 0 ? fingerprint : .absent,
          batchRun: offset == 0 && isFirst ? origin.run : 0, body: body))
    }
    self.events = events
    words = draft.bytes
  }
}
