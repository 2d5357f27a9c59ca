internal import EventCoding

/// A text field of an event, as named in `retrace.proto`.
struct EventText: Hashable {
  let kind: EventKind
  let name: String

  /// Whether the text contains addresses, one per line.
  var holdsAddresses: Bool { name == "url" || name == "redirects" }
}
