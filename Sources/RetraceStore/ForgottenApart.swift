public import BrowserModel
internal import EventCoding
internal import RetraceEventLog
import RetraceTimeline

/// The events whose text only one side has forgotten. The sides are this log, and the devices that
/// send the events in a stream that replaced a lost stream.
///
/// The extent of a forget request depends on the data of a device. For example, the search that led
/// to a page is forgotten with the page, but a device that receives the page without its text
/// cannot know which search led to it. Therefore, everything that one device has forgotten must be
/// forgotten by the other devices.
public struct ForgottenApart: Equatable, Sendable {
  /// The events that other devices have forgotten and this log has not. They are grouped by the
  /// device that wrote them, in the numbering of that device.
  public internal(set) var byOthers: [UInt32: RangeSet<EventID>] = [:]
  /// The events that this log has forgotten and other devices still send, in the same form as
  /// ``byOthers``, at most ``limit``. The remaining events are found in the next stream.
  public internal(set) var here: [UInt32: RangeSet<EventID>] = [:]

  /// The number of events that were added to ``here``.
  private var noted = 0

  /// The maximum number of events that fit into a message.
  public static let limit = 4_096

  /// Creates an empty result.
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
