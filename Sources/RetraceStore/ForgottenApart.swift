public import BrowserModel
internal import EventCoding
internal import RetraceEventLog
import RetraceTimeline

/// Events of which one side has forgotten all words and the other has not: this log, and what devices tell
/// of it in a stream that came in the place of another.
///
/// What is forgotten can depend on what a device has: with a page goes the search that led to it, and who
/// hears of the page when it has no words any longer does not know that. So what one device has forgotten,
/// the others forget as well.
public struct ForgottenApart: Equatable, Sendable {
  /// What others have forgotten and this log has, by the device that wrote it and in its numbering.
  public internal(set) var byOthers: [UInt32: RangeSet<EventID>] = [:]
  /// What this log has forgotten and others tell, in the same way. No more than ``limit``: what is left is
  /// found in the next stream.
  public internal(set) var here: [UInt32: RangeSet<EventID>] = [:]

  /// The number of events that are ``here``.
  private var noted = 0

  /// So many events fit into what others are told.
  public static let limit = 4_096

  /// Creates an answer of nothing.
  public init() {}

  mutating func note(_ origin: EventOrigin, here: EventWordCount, there: EventWordCount) {
    let number = origin.sequence..<origin.sequence.advanced(by: 1)
    if there.isForgotten, here.count > 0 {
      byOthers[origin.device, default: RangeSet()].insert(contentsOf: number)
    } else if here.isForgotten, there.count > 0, noted < Self.limit {
      self.here[origin.device, default: RangeSet()].insert(contentsOf: number)
      noted += 1
    }
  }
}
