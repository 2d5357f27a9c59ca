internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// One visit of a page.
struct Visit {
  let event: EventID
  let milliseconds: Int64
  let url: String
  /// The title, or empty if none was reported.
  var title: String
  /// The number of the device that visited the page, or 0 for this device.
  let device: UInt32
  /// The event that reported the title, or nothing.
  let titleEvent: EventID

  func titled(_ words: LogText) -> Visit {
    guard title.isEmpty, titleEvent.exists else { return self }
    var visit = self
    visit.title = words.text(.title, of: titleEvent) ?? ""
    return visit
  }
}
