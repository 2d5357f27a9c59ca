internal import BrowserModel
internal import EventCoding
public import EventLog
internal import Platform
internal import Timeline

/// What `verify` finds out about a profile.
public struct Verification: Sendable {
  /// What every page of the file says.
  public let survey: LogSurvey
  /// What was found of all that is derived from the events; nil where it was not looked at.
  public internal(set) var derived: Derived?

  /// What is derived from the events: it costs nothing when it is damaged, as it is made anew.
  public struct Derived: Hashable, Sendable {
    /// How many kept states are sound.
    public internal(set) var states = 0
    /// How many of them were compared with what the events give.
    public internal(set) var comparedStates = 0
    /// How many pieces of the index of pages are sound.
    public internal(set) var pagePieces = 0
    /// How many pieces of the index of words are sound.
    public internal(set) var wordPieces = 0
    /// The events at whose kept state the bytes are not what was written.
    public internal(set) var damagedStates: [Int32] = []
    /// The events at whose kept state the state is not what the events give.
    public internal(set) var wrongStates: [Int32] = []
    /// How many pieces of the index of pages are damaged.
    public internal(set) var damagedPagePieces = 0
    /// How many pieces of the index of words are damaged.
    public internal(set) var damagedWordPieces = 0

    /// Whether all of it is as it should be.
    public var isSound: Bool {
      damagedStates.isEmpty && wrongStates.isEmpty && damagedPagePieces == 0
        && damagedWordPieces == 0
    }
  }

  /// Whether nothing is damaged.
  public var isSound: Bool { survey.isSound && derived?.isSound ?? true }

  /// Whether everything is whole except the tree of what is derived from the events.
  public var isDamagedInDerivedAlone: Bool {
    var survey = survey
    guard survey.removeFaults(of: .checkpoints) else { return false }
    return survey.isSound
  }

  /// Looks at a profile. Nothing is written, and no damage can end the process.
  ///
  /// - Parameters:
  ///   - path: The directory of the profile.
  ///   - log: Its log, where this process has it open.
  ///   - isQuick: Whether what is derived is left out.
  ///   - progress: Receives how many pages of how many were looked at; returns whether to go on.
  /// - Returns: Nil when it was stopped.
  /// - Throws: `LogFailure` when there is no profile, or the system does not let it be read.
  /// - Complexity: O(bytes of the file), and O(events) to fold them.
  public static func of(
    profile path: String, log: EventLog? = nil, isQuick: Bool = false,
    progress: @escaping (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(LogFailure) -> Verification? {
    try PageLog.read(profile: path, log: log) { (pages) throws(LogFailure) in
      guard !isQuick else {
        return pages.survey(.ofProfiles, progress: progress).map {
          Verification(survey: $0, derived: nil)
        }
      }
      let check = DerivedCheck(pages)
      let survey = check.compareStates(during: { pages.survey($0, progress: progress) })
      return survey.map { Verification(survey: $0, derived: check.result) }
    }
  }
}

/// Compares what is derived from the events with them: states on a thread of its own, which is waited for.
final class DerivedCheck: @unchecked Sendable {
  private let pages: PageLog
  private let events: PageEvents
  private(set) var result = Verification.Derived()
  /// The states that can be compared, in the order of their events, with where they are.
  private var states: [(place: CheckpointPlace, stored: PageLog.StoredBytes)] = []
  /// The states that were compared, by their events, and whether they were right. It belongs to the
  /// thread that folds until that has ended.
  private var compared: [(event: EventID, isRight: Bool)] = []

  init(_ pages: PageLog) {
    self.pages = pages
    pages.findLeaves()
    events = PageEvents(pages: pages)
    collect()
  }

  /// Looks at the checksums of all of it.
  private func collect() {
    let (pages, events) = (pages, events)
    var states: [(place: CheckpointPlace, stored: PageLog.StoredBytes)] = []
    var result = Verification.Derived()
    // The version of the fold has the first key.
    var isOfThisVersion = false
    pages.visitCheckpoints { key, bytes, stored in
      if key == Store.versionKey {
        isOfThisVersion = bytes.copied == Browser.foldVersion.littleEndianBytes
      }
      // What another version has made is dropped as a whole.
      guard isOfThisVersion else { return }
      let keyBytes = key.span.raw
      if let run = PageRunKey(keyBytes) {
        let isSound = Self.isSound(bytes, run.identity(record: events.checksum(at: run.last)))
        if isSound { result.pagePieces += 1 } else { result.damagedPagePieces += 1 }
      } else if let block = WordBlockKey(keyBytes) {
        let isSound = Self.isSound(bytes, block.identity(record: events.checksum(at: block.last)))
        if isSound { result.wordPieces += 1 } else { result.damagedWordPieces += 1 }
      } else if let place = CheckpointPlace(key: keyBytes) {
        let record = events.checksum(at: place.sequence)
        if Self.isSound(bytes, CheckpointIdentity(place, record: record)) {
          states.append((place, stored))
        } else {
          result.damagedStates.append(place.sequence.rawValue)
        }
      }
    }
    result.states = states.count
    self.states = states.filter {
      !$0.place.branch.exists && (1..<Int32.max).contains($0.place.sequence.rawValue)
    }.sorted { $0.place.sequence < $1.place.sequence }
    self.result = result
  }

  private static func isSound(_ bytes: RawSpan, _ identity: CheckpointIdentity) -> Bool {
    CheckpointFrame(bytes, of: identity)?.soundContent != nil
  }

  /// Folds the events that a survey meets, on another thread, and compares each state that was kept with
  /// what they give there.
  ///
  /// - Parameter survey: Looks at all records, and returns nil when it was stopped.
  func compareStates(during survey: (ContentChecks) -> LogSurvey?) -> LogSurvey? {
    guard let last = states.last?.place.sequence else { return survey(.ofProfiles) }
    let surveyed = SurveyedEvents(events, through: last)
    let folding = WorkThread { self.compare(surveyed, through: last) }
    if folding == nil { surveyed.end() }
    let found = survey(surveyed.checks)
    surveyed.end()
    guard let found else {
      folding?.join()
      return nil
    }
    if let folding { folding.join() } else { compare(events, through: last) }
    // States behind a lost event know more than the events do.
    let firstLost = found.lost.first?.lowerBound ?? .max
    let told = compared.filter { UInt64($0.event.rawValue) < firstLost }
    result.comparedStates = told.count { $0.isRight }
    result.wrongStates = Set(told.filter { !$0.isRight }.map(\.event.rawValue)).sorted()
    return found
  }

  private func compare<Events: EventSource>(
    _ events: Events, through last: EventID
  ) where Events.Failure == Never {
    let (pages, states) = (pages, states)
    var compared: [(event: EventID, isRight: Bool)] = []
    var next = 0
    var past = Timeline()
    // A state at an event of another branch is that of no event of this one.
    let hasState = { (sequence: EventID) in
      while next < states.count, states[next].place.sequence < sequence { next += 1 }
      return next < states.count && states[next].place.sequence == sequence
    }
    past.visitMoments(events, through: last, where: hasState) { event, _, moment in
      let sequence = event.sequence
      guard moment.unknownCount == 0 else { return false }
      while next < states.count, states[next].place.sequence == sequence {
        let (place, stored) = states[next]
        let isRight = pages.withBytes(stored) { Self.isRight($0, place.part, moment) } ?? false
        compared.append((sequence, isRight))
        next += 1
      }
      return true
    }
    self.compared = compared
  }

  /// Whether a stored state is that of a moment.
  private static func isRight(
    _ stored: RawSpan, _ part: CheckpointPart, _ moment: borrowing Timeline
  ) -> Bool {
    let content = stored.extracting(CheckpointFrame.headerByteCount...)
    return switch part {
    case .browser:
      moment.browser.snapshot().span.raw.isEqual(to: content)
        || Browser(snapshot: content) == moment.browser
    case .library:
      moment.library?.snapshot().span.raw.isEqual(to: content) == true
        || Library(snapshot: content) == moment.library
    case .timeline: moment.agrees(withSnapshot: content)
    }
  }
}

extension CheckpointPlace {
  /// Reads a stored key; nil when it is not that of a kept state.
  init?(key: RawSpan) {
    guard let sequence = CheckpointKey.stateSequence(in: key),
      let part = CheckpointPart(rawValue: key[0])
    else { return nil }
    self.init(part, of: BranchID(Int32(bitPattern: key.number(at: 1).byteSwapped)), at: sequence)
  }
}
