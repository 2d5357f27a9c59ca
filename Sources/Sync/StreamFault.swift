extension StreamMessage {
  /// Checks that the position is one that a message can have.
  func checkPosition() throws(SyncError) {
    guard position <= Self.lastPosition else { throw StreamFault.stranger(position).failure }
  }
}

/// A problem with a message of the stream. The message, and everything after it, is not applied.
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
  /// An earlier message of the device, with this number, is missing.
  case missing(UInt64, String, before: UInt64)
  /// The message that this device had read at this position is lost.
  case lost(UInt64)
  /// The device had read a different message before it.
  case split(UInt64, String)
  /// The device has already written a message with this number.
  case number(UInt64, String)
  /// The device had already been removed.
  case removed(UInt64, String)
  /// No device with the message's device number has joined.
  case stranger(UInt64)
  /// The key was changed without giving this device the new one.
  case turn(UInt64, String)
  /// The stream was created by a device that does not know the newest key.
  case outdated(UInt64, String)

  init(_ damage: MessageDamage, at position: UInt64) {
    switch damage {
    case .garbled: self = .garbled(position)
    case .newer: self = .newer(position)
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

  /// The description as one sentence for the user.
  private var sentence: String {
    switch self {
    case .garbled(let position):
      "What stands at position \(position) of the stream is no message of a device."
    case .newer(let position):
      "A newer version of Retrace wrote what stands at position \(position) of the stream: this "
        + "device has to be updated before it can read on."
    case .forged(let position):
      "What stands at position \(position) of the stream was changed, or no device of this profile "
        + "wrote it."
    case .moved(let position, let origin):
      "What stands at position \(position) of the stream was written for position \(origin): it was "
        + "repeated or moved."
    case .key(let position):
      "What stands at position \(position) of the stream is sealed with a key that does not count "
        + "there."
    case .missing(let number, let device, let position):
      "Message \(number) of \(device) is missing before position \(position) of the stream."
    case .lost(let position):
      "The servers have lost position \(position) of the stream as this device has read it. What this "
        + "device has is whole: “sync refill” fills the servers again."
    case .split(let position, let device):
      "What stands before position \(position) of the stream is not what \(device) had read there: "
        + "messages were left out, or the stream has split."
    case .number(let position, let device):
      "What stands at position \(position) of the stream has a number that \(device) has used "
        + "before: two copies of it may be writing."
    case .removed(let position, let device):
      "What stands at position \(position) of the stream is of \(device), which was removed before."
    case .stranger(let position):
      "What stands at position \(position) of the stream is of a device that has not joined."
    case .turn(let position, let device):
      "At position \(position) of the stream, \(device) has changed the key and left this device out. If nobody "
        + "has removed it, servers had lost what one of the two had told: “sync refill” on this device, and then on "
        + "one that knows both, fills them again for all; where there is none, one of the two can only join anew, "
        + "with a new profile."
    case .outdated(_, let device):
      "The stream was filled again by devices that had not heard yet who was removed, and \(device) "
        + "tells them more. “sync refill” on this device fills it again for those that are left."
    }
  }
}
