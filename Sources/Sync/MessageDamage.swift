/// The reason why bytes are not a valid message.
enum MessageDamage: Error, Equatable {
  /// The bytes end too early, have trailing data, or are inconsistent.
  case garbled
  /// The version or kind of the message is unknown.
  case newer
}
