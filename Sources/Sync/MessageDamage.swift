/// Why bytes are no message.
enum MessageDamage: Error, Equatable {
  /// They break off, go on behind the end, or make no sense.
  case garbled
  /// They are of a version or a kind that is not known yet.
  case newer
}
