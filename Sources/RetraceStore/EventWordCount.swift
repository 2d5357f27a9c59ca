import BrowserModel
internal import EventCoding
internal import RetraceEventLog
import RetraceTimeline

/// The number of texts of an event, and whether all of its texts were forgotten.
struct EventWordCount {
  var count = 0
  var isForgotten = false

  /// Counts the texts of a record. A damaged record counts as a record without texts.
  init(_ record: RawSpan, at sequence: EventID) {
    do {
      let event = try EventDecoder.decode(record, sequence: sequence)
      count = EventTexts(event, words: EventWords(record)).fields.count
      isForgotten = event.isRedacted && count == 0
    } catch {
      // An unreadable record proves nothing about the other side.
    }
  }
}
