import BrowserModel
import EventCoding

/// A field of a payload with its name in `retrace.proto`, in the format of `protoc`.
struct PrintedField: Equatable {
  var number: UInt32
  var name: String
  var type: String
  /// The printed value, or nil if the field is omitted from the record.
  var value: String?
}
