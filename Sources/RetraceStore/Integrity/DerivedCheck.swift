internal import BrowserModel
internal import EventCoding
internal import Platform
import RetraceEventLog
internal import RetraceTimeline

/// Compares derived data with the events. States are compared on a separate thread, which ends
/// before the check returns.
final class DerivedCheck: @unchecked Sendable {
  private let pages: PageLog
  private let events: PageEvents
  private(set) var result = Verification.Derived()
  /// The states to compare, in the order of their events, with their locations.
  private var states: [(place: CheckpointPlace, stored: PageLog.StoredBytes)] = []
  /// The compared states, identified by their events, and whether they were correct. Owned by the
  /// folding thread until it has ended.
  private var compared: [(event: EventID, isRight: Bool)] = []

  init(_ pages: PageLog) {
    self.pages = pages
    pages.findLeaves()
    events = PageEvents(pages: pages)
    collect()
  }

  /// Verifies all checksums.
  private func collect() {
    let (pages, events) = (pages, events)
    var states: [(place: CheckpointPlace, stored: PageLog.StoredBytes)] = []
    var result = Verification.Derived()
    // The first key contains the version of the fold.
    var isOfThisVersion = false
    pages.visitCheckpoints { key, bytes, stored in
      if key == Store.versionKey {
        isOfThisVersion = bytes.copied == Browser.foldVersion.littleEndianBytes
      }
      // Data of another version is dropped as a whole.
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

  /// Folds the events that a survey visits, on another thread, and compares each stored state with
  /// the fold at its event.
  ///
  /// - Parameter survey: Reads all records, or returns nil if it was cancelled.
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
    // States after a lost event contain more information than the events.
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
    // A state at an event of another branch does not belong to any event of this branch.
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

  /// Whether a stored state equals the state at a moment.
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
