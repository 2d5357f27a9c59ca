extension StreamMessage {
  /// Throws unless the position is within the range of positions.
  func checkPosition() throws {
    guard position <= Self.lastPosition else { throw StreamFault.stranger(position).failure }
  }
}

/// A problem with a message of the stream. The message and everything after it are not applied.
enum StreamFault {
  /// The bytes are not a message.
  case garbled(UInt64)
  /// The version or kind of the message is unknown.
  case newer(UInt64)
  /// The message was not sealed with the profile's key.
  case forged(UInt64)
  /// The message was written for another position.
  case moved(UInt64, from: UInt64)
  /// The message is sealed with a key that this device does not have, or that no longer applies.
  case key(UInt64)
  /// An earlier message of the device is missing. The first value is the number of that message.
  case missing(UInt64, String, before: UInt64)
  /// The message that this device had read at this position is lost.
  case lost(UInt64)
  /// The device that wrote the message had read a different message before it.
  case split(UInt64, String)
  /// The device that wrote the message has already written another message with the same number.
  case number(UInt64, String)
  /// The device that wrote the message had already been removed.
  case removed(UInt64, String)
  /// No device with the message's device number has joined.
  case stranger(UInt64)
  /// The key was changed, but this device did not receive the new key.
  case turn(UInt64, String)
  /// The stream was created by a device that does not know the newest key.
  case outdated(UInt64, String)

  /// Runs code that decodes a message, and adds the position to its error.
  static func decoding<Value>(at position: UInt64, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SyncError {
      let fault: StreamFault = error.reason == .newer ? .newer(position) : .garbled(position)
      throw fault.failure
    }
  }

  /// The failure to report.
  var failure: SyncError {
    switch self {
    case .newer: return SyncError(.newer, sentence)
    case .outdated, .lost: return SyncError(.lost, sentence)
    default: return SyncError(.forged, sentence)
    }
  }

  /// The message for the user.
  private var sentence: String {
    switch self {
    case .garbled(let position):
      "Position \(position) of the stream does not contain a message from a device."
    case .newer(let position):
      "A newer version of Retrace wrote the message at position \(position) of the stream. Update "
        + "Retrace on this device to continue."
    case .forged(let position):
      "The message at position \(position) of the stream was changed, or was not written by a device "
        + "of this profile."
    case .moved(let position, let origin):
      "The message at position \(position) of the stream was written for position \(origin). It was "
        + "repeated or moved."
    case .key(let position):
      "The message at position \(position) of the stream is encrypted with a key that is not valid "
        + "there."
    case .missing(let number, let device, let position):
      "Message \(number) of \(device) is missing before position \(position) of the stream."
    case .lost(let position):
      "The servers have lost the message at position \(position) of the stream. "
        + SyncError.refillAdvice
    case .split(let position, let device):
      "The messages before position \(position) of the stream are not those that \(device) had read: "
        + "messages were left out, or the stream has split."
    case .number(let position, let device):
      "The message at position \(position) of the stream has a number that \(device) has already "
        + "used. Two copies of that device may be writing."
    case .removed(let position, let device):
      "The message at position \(position) of the stream is from \(device), which had been removed."
    case .stranger(let position):
      "The message at position \(position) of the stream is from a device that has not joined."
    case .turn(let position, let device):
      "At position \(position) of the stream, \(device) changed the key and did not give this "
        + "device the new key. If this device was not removed, the servers have lost messages that "
        + "one of the two devices had sent. Run “sync refill” on this device, and then on a device "
        + "that knows both devices. If there is none, one of the two must join again with a new "
        + "profile."
    case .outdated(_, let device):
      "The stream was refilled by a device that did not know that other devices had been removed, "
        + "as \(device) reports. Run “sync refill” on this device to refill the servers for the "
        + "remaining devices."
    }
  }
}
