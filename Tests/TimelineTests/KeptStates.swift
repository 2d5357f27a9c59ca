import BrowserModel
import TestSupport
import Timeline

/// States of a random log, kept at random moments of all its lines, as bytes.
///
/// They are made from the definition: whoever begins a fold at one of them has to end where the
/// definition does.
struct KeptStates {
  private var kept: [CheckpointPlace: ContiguousArray<UInt8>] = [:]

  /// None.
  init() {}

  init(of log: ModelDriver, random: inout SplitMix64) throws {
    let lines = [Sequence.nothing] + log.timeline.branches.map(\.id)
    for branch in lines {
      let other = try log.timeline.branch(branch, ListedEvents(log))
      for event in log.events where event.sequence >= branch && random.once(in: 4) {
        let place = CheckpointPlace(
          random.pick(CheckpointPart.allCases), of: branch, at: event.sequence)
        let naive = NaiveTimeline(
          log.events, count: Int(event.sequence.rawValue), branch: branch
        ).browser
        switch place.part {
        case .strip: kept[place] = naive.stripSnapshot()
        case .shelf: kept[place] = naive.shelfSnapshot()
        case .timeline:
          kept[place] = try other?.moment(event.sequence, ListedEvents(log)).snapshot()
        }
      }
    }
  }

  func newest(
    atOrBefore place: CheckpointPlace
  ) -> (sequence: Sequence, bytes: ContiguousArray<UInt8>)? {
    var sequence = min(place.sequence, kept.keys.map(\.sequence).max() ?? .nothing)
    while sequence.exists {
      let bytes = kept[CheckpointPlace(place.part, of: place.branch, at: sequence)]
      if let bytes { return (sequence, bytes) }
      sequence = sequence.advanced(by: -1)
    }
    return nil
  }
}
