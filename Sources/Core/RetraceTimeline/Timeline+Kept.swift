public import BrowserModel

/// The actions that undo and redo keep.
///
/// Let U be the batches to undo. The set of kept batches, K ⊆ U, grows until every later event of
/// another author, and every event of K, still has all things that it needs
/// (`Event.needs(before:)`) and has now, in the fold without U ∖ K.
extension Timeline {
  /// Returns the batches that an undo keeps, because another author has built on what they created.
  ///
  /// - Parameters:
  ///   - batches: The batches to undo, without their automatic consequences.
  ///   - source: The log.
  /// - Returns: The batches to keep, oldest first, each with the event that needs it.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events since a checkpoint before the oldest of the batches), repeated for each
  ///   chain of kept actions that need one another
  public func keptActions<Source: EventSource & ~Copyable>(
    undoing batches: [BatchID], _ source: borrowing Source
  ) throws(Source.Failure) -> [KeptAction] {
    let consequences = try consequences(of: batches, isUndo: true, source)
    guard let present = try before(batches, source) else { return [] }
    var search = KeptSearch(acts: batches, consequences: consequences)
    for batch in batches { search.authors[batch] = try author(of: batch.event, source) }
    repeat {
      let going = search.going
      let future = present.leavingOut(undoneBatches.union(going), of: going)
      try look(&search, present, future, source)
    } while search.keepFound()
    return search.kept.sorted { $0.batch.rawValue.magnitude < $1.batch.rawValue.magnitude }
  }

  /// Folds the lineage with and without the batches, and records which actions are needed.
  private func look<Source: EventSource & ~Copyable>(
    _ search: inout KeptSearch, _ before: Timeline, _ after: Timeline, _ source: borrowing Source
  ) throws(Source.Failure) {
    var (present, future) = (before, after)
    var failure: Source.Failure?
    search.begin()
    try source.visitEvents(
      from: search.first, through: position, backwards: false, damaged: { _ in },
      { event, _ in
        let counts = present.has(event) && event.body.isUndoable
        let needs = counts ? event.needs(before: present.browser) : []
        search.note(event, brings: counts ? event.brings(before: present.browser) : [])
        present.fold(event)
        future.fold(event)
        guard counts, !search.isGoing(event.batch) else { return true }
        for thing in needs where present.contains(thing) && !future.contains(thing) {
          do throws(Source.Failure) {
            if search.isKept(event.batch) {
              search.find(whatMade: thing, for: event.sequence)
            } else if let author = try author(of: event.sequence, source) {
              search.find(whatMade: thing, for: event.sequence, of: author)
            }
          } catch {
            failure = error
            return false
          }
        }
        return true
      })
    if let failure { throw failure }
  }

  /// Returns the first event after another one that would lose something it needs if some batches
  /// were redone, or nil if there is none.
  ///
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events since a checkpoint before the oldest of the batches)
  package func firstLoss<Source: EventSource & ~Copyable>(
    redoing batches: [BatchID], after seen: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> EventID? {
    guard var present = try before(batches, source) else { return nil }
    let first = present.position.exists ? present.position.advanced(by: 1) : position.firstOfLog
    var future = present.leavingOut(undoneBatches.subtracting(batches), of: Set(batches))
    var loss: EventID?
    try source.visitEvents(
      from: first, through: position, backwards: false, damaged: { _ in },
      { event, _ in
        let isLater = event.sequence.rawValue.magnitude > seen.rawValue.magnitude
        let isInState = present.has(event)
        let counts = isLater && isInState && event.body.isUndoable
        let needs = counts ? event.needs(before: present.browser) : []
        present.fold(event)
        future.fold(event)
        if needs.contains(where: { present.contains($0) && !future.contains($0) }) {
          loss = event.sequence
        }
        return loss == nil
      })
    return loss
  }

  /// Whether the state or the library includes an event.
  private func has(_ event: borrowing Event) -> Bool {
    if event.device == 0 { return isFolded(event) }
    guard order.isShared, !event.branch.exists, event.body.isAboutLibrary else { return false }
    return !batchesLeftOutOfLibrary.contains(event.batch)
  }

  private mutating func fold(_ event: borrowing Event) {
    take(event)
    foldPending()
  }
}

/// The search for the actions that an undo keeps.
private struct KeptSearch {
  /// The author of each action. Actions without an author are missing.
  var authors: [BatchID: Author] = [:]
  private(set) var kept: [KeptAction] = []
  private let acts: Set<BatchID>
  private let all: [BatchID]
  /// The action that each batch belongs to: its own, or the one that it followed from.
  private var actOfBatch: [BatchID: BatchID] = [:]
  private var actOfEvent: [EventID: BatchID] = [:]
  private var keptActs: Set<BatchID> = []
  /// For each thing, the actions that created or restored it, in order.
  private var makers: [Subject: [BatchID]] = [:]
  /// The actions up to the current event.
  private var passed: [BatchID] = []
  private var found: [KeptAction] = []
  /// An action to keep if the creator of a thing is not found: the newest action before the first
  /// event that lacks something.
  private var guess: KeptAction?

  init(acts: [BatchID], consequences: [BatchID]) {
    self.acts = Set(acts)
    all = acts + consequences
    for act in acts { actOfBatch[act] = act }
    for batch in consequences { actOfBatch[batch] = batch }
  }

  /// The first event of the oldest batch.
  var first: EventID {
    all.min { $0.rawValue.magnitude < $1.rawValue.magnitude }?.event ?? .nothing
  }

  /// The batches that are not kept.
  var going: Set<BatchID> { Set(all.filter { isGoing($0) }) }

  func isGoing(_ batch: BatchID) -> Bool {
    actOfBatch[batch].map { !keptActs.contains($0) } ?? false
  }

  func isKept(_ batch: BatchID) -> Bool {
    actOfBatch[batch].map { keptActs.contains($0) } ?? false
  }

  mutating func begin() {
    makers = [:]
    passed = []
    found = []
    guess = nil
  }

  /// Records an event of a batch that is to be undone.
  mutating func note(_ event: borrowing Event, brings things: [Subject]) {
    let batch = event.batch
    guard actOfBatch[batch] != nil else {
      // An event that cannot be undone, such as a report, may have caused one that can.
      if event.isConsequence, let act = actOfEvent[event.cause] { actOfEvent[event.sequence] = act }
      return
    }
    if !acts.contains(batch), let act = actOfEvent[event.cause] { actOfBatch[batch] = act }
    let act = actOfBatch[batch] ?? batch
    actOfEvent[event.sequence] = act
    for thing in things { makers[thing, default: []].append(act) }
    if passed.last != act { passed.append(act) }
  }

  /// Finds the action to which a thing owes its existence.
  ///
  /// - Parameters:
  ///   - event: The event that needs the thing.
  ///   - author: The author of the event, whose own actions are not kept for it, or nil for an
  ///     event of a kept action.
  mutating func find(whatMade thing: Subject, for event: EventID, of author: Author? = nil) {
    let act = makers[thing]?.last { mayKeep($0, for: author) }
    if let act {
      if !found.contains(where: { $0.batch == act }) {
        found.append(KeptAction(batch: act, reason: event))
      }
    } else if guess == nil, let act = passed.last(where: { mayKeep($0, for: author) }) {
      guess = KeptAction(batch: act, reason: event)
    }
  }

  private func mayKeep(_ act: BatchID, for author: Author?) -> Bool {
    !keptActs.contains(act) && (author == nil || authors[act] != author)
  }

  /// Keeps the actions found, and returns whether there were any.
  mutating func keepFound() -> Bool {
    if found.isEmpty, let guess { found.append(guess) }
    kept += found
    for action in found { keptActs.insert(action.batch) }
    return !found.isEmpty
  }
}
