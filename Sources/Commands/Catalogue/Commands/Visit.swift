internal import BrowserModel
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// One page that was visited.
struct Visit {
  let event: EventID
  let milliseconds: Int64
  let url: String
  /// Empty where none was reported.
  var title: String
  /// The number of the device on which it was; 0 for this one.
  let device: UInt32
  /// The event that reported the title; nothing where none did.
  let titleEvent: EventID

  func titled(_ words: LogText) -> Visit {
    guard title.isEmpty, titleEvent.exists else { return self }
    var visit = self
    visit.title = words.text(.title, of: titleEvent) ?? ""
    return visit
  }
}

extension Visit {
  func write(to json: inout JSONWriter, _ names: DeviceNames) {
    json.member("id", event.rawValue)
    json.member("time", Timestamp(milliseconds: milliseconds))
    json.member("url", url)
    json.member("title", title)
    if device != 0 { json.member("device", names.ordinal(of: device)) }
  }
}
