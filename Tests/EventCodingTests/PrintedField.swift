import BrowserModel
import EventCoding

/// One field of a payload as `retrace.proto` names it, and as `protoc` prints it.
struct PrintedField: Equatable {
  var number: UInt32
  var name: String
  var type: String
  /// The printed value, or nil if the field is omitted from the record.
  var value: String?
}
