public import BrowserModel

/// The search for the actions that an undo must keep.
///
/// Let U be the batches to undo. Batches are added to the kept set, K ⊆ U, until a fold without
/// U ∖ K still has everything that each later event of another author, and each event of K, needs
/// (`Event.needs(before:)`) and has now. No batch of K is superfluous: if several batches created
/// or restored the same thing, the batches that turn out not to be needed are undone.
extension Timeline {
  /// Returns the batches that an undo keeps, because actions of other authors depend on things that
  /// these batches created.
  ///
  /// - Parameters:
  ///   - batches: The batches to undo, without their automatic consequences.
  ///   - source: The log.
  /// - Returns: The batches to keep, oldest first, each with an event that needs the batch.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events since a checkpoint before the oldest of the batches), several times if
  ///   kept actions depend on one another
  public func keptActions<Source: EventSource & ~Copyable>(
    undoing batches: [BatchID], _ source: borrowing Source
  ) throws(Source.Failure) -> [KeptAction] {
    try keptActions(undoing: batches, from: before(batches, source), source)
  }

  /// Returns the batches that an undo keeps, like ``keptActions(undoing:_:)``.
  ///
  /// - Parameter start: The timeline before the oldest of the batches, as ``before(_:_:)`` returns
  ///   it.
  package func keptActions<Source: EventSource & ~Copyable>(
    undoing batches: [BatchID], from start: Timeline?, _ source: borrowing Source
  ) throws(Source.Failure) -> [KeptAction] {
    guard let present = start else { return [] }
    let consequences = try consequences(of: batches, isUndo: true, source)
    var search = KeptSearch(acts: batches, consequences: consequences)
    for batch in batches { search.authors[batch] = try author(of: batch.event, source) }
    repeat { try look(&search, present, source) } while search.keepFound()
    while let action = search.releaseDoubtful() {
      try look(&search, present, source)
      search.restoreIfNeeded(action)
    }
    return search.kept.sorted { $0.batch.rawValue.magnitude < $1.batch.rawValue.magnitude }
  }

  /// Folds the lineage with and without the batches, and records the actions that are needed.
  private func look<Source: EventSource & ~Copyable>(
    _ search: inout KeptSearch, _ before: Timeline, _ source: borrowing Source
  ) throws(Source.Failure) {
    let going = search.going
    var present = before
    var future = before.leavingOut(undoneBatches.union(going), of: going)
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
        for thing in needs where present.shows(thing) && !future.shows(thing) {
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
        return !search.hasAnswer
      })
    if let failure { throw failure }
  }

  /// Returns the first event after `seen` that would lose something it needs if some batches were
  /// redone. Returns nil if there is no such event.
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
        if needs.contains(where: { present.shows($0) && !future.shows($0) }) {
          loss = event.sequence
        }
        return loss == nil
      })
    return loss
  }

  /// Whether the state shows a thing to the user. Windows and groups without tabs are not shown.
  private func shows(_ thing: Subject) -> Bool {
    switch thing {
    case .window(let id): browser.window(id) != nil
    case .group(let id): browser.group(id) != nil
    default: contains(thing)
    }
  }

  /// Whether the state or the library includes an event.
  private func has(_ event: borrowing Event) -> Bool {
    if event.device == 0 { return isFolded(event) }
    guard order.isShared, !event.branch.exists, event.body.isAboutLibrary else { return false }
    return !batchesLeftOutOfLibrary.contains(event.batch)
  }

  private mutating func fold(_ event: borrowing Event) {
    apply(event)
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
  /// The action that each batch belongs to: the batch itself, or the action whose consequence the
  /// batch is.
  private var actionOfBatch: [BatchID: BatchID] = [:]
  private var actionOfEvent: [EventID: BatchID] = [:]
  private var keptBatches: Set<BatchID> = []
  /// The kept actions that may not be needed.
  private var doubtful: Set<BatchID> = []
  /// For each thing, the actions that created or restored it, in order.
  private var makers: [Subject: [BatchID]] = [:]
  /// The number of events that created or restored each thing, including events of other actions.
  private var timesBrought: [Subject: Int] = [:]
  /// The actions up to the current event.
  private var passed: [BatchID] = []
  private var found: [KeptAction] = []
  /// The actions found so far that may not be needed, because the needed thing may also exist
  /// without these actions.
  private var uncertain: Set<BatchID> = []
  /// Whether the fold only has to find out if a doubtful action is needed.
  private var isReleasing = false
  /// An action to keep if the creator of a thing is not found: the newest action before the first
  /// event that needs a missing thing.
  private var guess: KeptAction?

  init(acts: [BatchID], consequences: [BatchID]) {
    self.acts = Set(acts)
    all = acts + consequences
    for act in acts { actionOfBatch[act] = act }
    for batch in consequences { actionOfBatch[batch] = batch }
  }

  /// The first event of the oldest batch.
  var first: EventID {
    all.min { $0.rawValue.magnitude < $1.rawValue.magnitude }?.event ?? .nothing
  }

  /// The batches that are not kept.
  var going: Set<BatchID> { Set(all.filter { isGoing($0) }) }

  func isGoing(_ batch: BatchID) -> Bool {
    actionOfBatch[batch].map { !keptBatches.contains($0) } ?? false
  }

  func isKept(_ batch: BatchID) -> Bool {
    actionOfBatch[batch].map { keptBatches.contains($0) } ?? false
  }

  mutating func begin() {
    makers = [:]
    timesBrought = [:]
    passed = []
    found = []
    uncertain = []
    guess = nil
  }

  /// Whether the rest of the log cannot change what the search does next.
  var hasAnswer: Bool { isReleasing && !found.isEmpty }

  /// Records an event before it is folded.
  mutating func note(_ event: borrowing Event, brings things: [Subject]) {
    let batch = event.batch
    for thing in things { timesBrought[thing, default: 0] += 1 }
    guard actionOfBatch[batch] != nil else {
      // An event that cannot be undone, such as a report, may have caused an event that can.
      if event.isConsequence, let act = actionOfEvent[event.cause] {
        actionOfEvent[event.sequence] = act
      }
      return
    }
    if !acts.contains(batch), let act = actionOfEvent[event.cause] { actionOfBatch[batch] = act }
    let act = actionOfBatch[batch] ?? batch
    actionOfEvent[event.sequence] = act
    for thing in things { makers[thing, default: []].append(act) }
    if passed.last != act { passed.append(act) }
  }

  /// Finds the action that created or restored a thing.
  ///
  /// - Parameters:
  ///   - event: The event that needs the thing.
  ///   - author: The author of the event, or nil for an event of a kept action. Actions of the same
  ///     author are not kept for the event.
  mutating func find(whatMade thing: Subject, for event: EventID, of author: Author? = nil) {
    let open = makers[thing, default: []].filter { !keptBatches.contains($0) }
    guard !open.isEmpty else {
      if guess == nil, let act = passed.last(where: { mayKeep($0, for: author) }) {
        guess = KeptAction(batch: act, reason: event)
      }
      return
    }
    guard let act = open.last(where: { mayKeep($0, for: author) }),
      !found.contains(where: { $0.batch == act })
    else { return }
    if timesBrought[thing] != 1 { uncertain.insert(act) }
    found.append(KeptAction(batch: act, reason: event))
  }

  private func mayKeep(_ act: BatchID, for author: Author?) -> Bool {
    !keptBatches.contains(act) && (author == nil || authors[act] != author)
  }

  /// Keeps the actions that were found, and returns whether any were found.
  mutating func keepFound() -> Bool {
    if found.isEmpty, let guess {
      found.append(guess)
      uncertain.insert(guess.batch)
    }
    doubtful.formUnion(uncertain)
    kept += found
    for action in found { keptBatches.insert(action.batch) }
    return !found.isEmpty
  }

  /// Stops keeping the newest doubtful action and returns this action, or returns nil if no action
  /// is doubtful.
  ///
  /// Actions depend on older actions, so the newest action is examined first.
  mutating func releaseDoubtful() -> KeptAction? {
    isReleasing = true
    let newest = doubtful.max { $0.rawValue.magnitude < $1.rawValue.magnitude }
    guard let newest, let place = kept.firstIndex(where: { $0.batch == newest }) else { return nil }
    doubtful.remove(newest)
    keptBatches.remove(newest)
    return kept.remove(at: place)
  }

  /// Keeps a released action again if an event needs it. Otherwise, the actions that were kept
  /// because of the released action become doubtful.
  mutating func restoreIfNeeded(_ action: KeptAction) {
    if let needed = found.first ?? guess {
      kept.append(KeptAction(batch: action.batch, reason: needed.reason))
      keptBatches.insert(action.batch)
    } else {
      for other in kept where actionOfEvent[other.reason] == action.batch {
        doubtful.insert(other.batch)
      }
    }
  }
}
