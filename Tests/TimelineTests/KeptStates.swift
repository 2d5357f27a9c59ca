import BrowserModel
import RetraceTimeline
import TestSupport

/// Encoded states of a random log, at random moments of all its lineages.
///
/// They are computed by the definition. A fold that begins with one of them must have the same
/// result as the definition.
struct KeptStates {
  private var kept: [CheckpointPlace: [UInt8]] = [:]

  /// No states.
  init() {}

  init(of log: ModelDriver, random: inout SplitMix64) throws {
    let lines = [BranchID.nothing] + log.timeline.branches.map(\.id)
    for branch in lines {
      let other = try log.timeline.branch(branch, ListedEvents(log))
      for event in log.events where event.sequence >= branch.event && random.once(in: 4) {
        let place = CheckpointPlace(
          random.pick([.browser, .library, .timeline]), of: branch, at: event.sequence)
        let naive = NaiveTimeline(
          log.events, count: Int(event.sequence.rawValue), branch: branch
        )
        switch place.part {
        case .browser: keep(naive.browser.snapshot(), at: place)
        case .library:
          if naive.isLibrarySettled { keep(naive.state.library.snapshot(), at: place) }
        case .timeline:
          let moment = try other?.moment(.after(event.sequence), ListedEvents(log))
          if let content = moment?.snapshot() { keep(content, at: place) }
        }
      }
    }
  }

  mutating func keep(_ content: ContiguousArray<UInt8>, at place: CheckpointPlace) {
    kept[place] = CheckpointFrame.bytes(of: content, CheckpointIdentity(place, record: 0))
  }

  /// Changes a byte in every state.
  mutating func spoil(_ random: inout SplitMix64) {
    for (place, var bytes) in kept {
      bytes[random.below(bytes.count)] ^= UInt8(1 + random.below(255))
      kept[place] = bytes
    }
  }

  func newest(
    atOrBefore place: CheckpointPlace
  ) -> (sequence: EventID, bytes: [UInt8])? {
    var sequence = min(place.sequence, kept.keys.map(\.sequence).max() ?? .nothing)
    while sequence.exists {
      let bytes = kept[CheckpointPlace(place.part, of: place.branch, at: sequence)]
      if let bytes { return (sequence, bytes) }
      sequence = sequence.advanced(by: -1)
    }
    return nil
  }
}
