import BrowserModel
internal import EventCoding
internal import RetraceEventLog
import RetraceTimeline

/// The number of texts of an event, and whether it has lost all that it had.
struct EventWordCount {
  var count = 0
  var isForgotten = false

  /// Counts the texts of a record; none for a damaged one.
  init(_ record: RawSpan, at sequence: EventID) {
    do throws(EventDecoder.Damage) {
      let event = try EventDecoder.decode(record, sequence: sequence)
      count = EventTexts(event, words: EventWords(record)).fields.count
      isForgotten = event.isRedacted && count == 0
    } catch {
      // What cannot be read says nothing about the other side.
    }
  }
}
