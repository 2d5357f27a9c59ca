internal import BrowserModel
internal import Store
internal import Timeline

/// A log that goes by once more: after each event the state as it was then, with what was undone then.
///
/// It gives for every moment what `Timeline.moment` gives for one.
struct LogFold {
  private let line: Lineage
  private(set) var browser = Browser()
  private var undone: Set<EventID> = []
  /// Earlier states, the oldest first, so that an undo does not fold everything anew.
  private var checkpoints: [Browser] = []
  /// The batch that was undone or redone by the newest event, until ``LogFold/refold(_:)``.
  private(set) var changedBatch: EventID?

  /// How far apart states are kept at least. To keep one makes the next event copy all tabs, so with
  /// many of them they stand as many events apart.
  private static let leastDistance = 1_024
  private static let mostCheckpoints = 16

  init(_ line: Lineage) { self.line = line }

  /// Takes the next event. Where it undoes or redoes something, ``changedBatch`` says so, and a refold has
  /// to follow.
  mutating func take(_ event: Event) {
    if line.contains(event) {
      switch event.body {
      case .time(.undone(let body)): setUndone(body.batch, true)
      case .time(.redone(let body)): setUndone(body.batch, false)
      default: break
      }
    }
    fold(event)
    guard changedBatch == nil else { return }
    let kept = checkpoints.last?.sequence ?? .nothing
    let distance = Int(event.sequence.rawValue.magnitude) - Int(kept.rawValue.magnitude)
    if distance >= max(Self.leastDistance, browser.tabCount) { keep() }
  }

  private mutating func setUndone(_ batch: EventID, _ isUndone: Bool) {
    let wasUndone = undone.contains(batch)
    if isUndone { undone.insert(batch) } else { undone.remove(batch) }
    if wasUndone != isUndone { changedBatch = batch }
  }

  private mutating func fold(_ event: Event) {
    switch event.body {
    case .time(.undone), .time(.redone): browser.skip(to: event.sequence)
    default:
      if line.contains(event), !undone.contains(event.batch) {
        browser.apply(event)
      } else {
        browser.skip(to: event.sequence)
      }
    }
  }

  private mutating func keep() {
    checkpoints.append(browser)
    guard checkpoints.count > Self.mostCheckpoints else { return }
    // Those of long ago stand farther apart.
    checkpoints = checkpoints.enumerated()
      .filter { $0.offset % 2 == 0 || $0.offset > Self.mostCheckpoints / 2 }.map(\.element)
  }

  /// Folds anew what the newest undo or redo changed.
  ///
  /// - Parameter visit: Visits the events behind one and through another.
  mutating func refold<Failure: Error>(
    _ visit: (_ behind: EventID, _ through: EventID, (Event) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    guard let batch = changedBatch else { return }
    changedBatch = nil
    let last = browser.sequence
    while let newest = checkpoints.last,
      newest.sequence.rawValue.magnitude >= batch.rawValue.magnitude
    {
      checkpoints.removeLast()
    }
    browser = checkpoints.last ?? Browser()
    var refolded = self
    try visit(browser.sequence, last) { refolded.fold($0) }
    self = refolded
  }
}

extension LogFold {
  /// Goes on through an event, as long as `follow` and `refolded` want to.
  ///
  /// - Parameters:
  ///   - follow: Gets each event, its words, and this fold after it, lent and not copied. After an
  ///     undo or a redo the state is not known until `refolded` gets it.
  ///   - refolded: Gets the state after an undo or a redo.
  mutating func run(
    through last: EventID, in shell: Shell,
    _ follow: (Event, EventWords, inout LogFold) -> Bool = { _, _, _ in true },
    refolded: (Browser) -> Bool = { _ in true }
  ) throws(CommandFailure) {
    var goesOn = true
    while goesOn, browser.sequence != last {
      let before = browser.sequence
      try Self.visitEvents(behind: before, through: last, in: shell) { event, words in
        take(event)
        goesOn = follow(event, words, &self)
        return goesOn && changedBatch == nil
      }
      // Nothing but records that cannot be read is left.
      if browser.sequence == before { return }
      guard changedBatch != nil else { continue }
      try refold { (behind, through, fold) throws(CommandFailure) in
        try Self.visitEvents(behind: behind, through: through, in: shell) { event, _ in
          fold(event)
          return true
        }
      }
      goesOn = refolded(browser)
    }
  }

  private static func visitEvents(
    behind: EventID, through last: EventID, in shell: Shell, _ body: (Event, EventWords) -> Bool
  ) throws(CommandFailure) {
    let first = behind.exists ? behind.advanced(by: 1) : nil
    try shell.visitEventsInView(
      isPrivate: last.isPrivate, from: first, through: last, backwards: false, body)
  }
}
