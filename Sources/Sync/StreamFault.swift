extension StreamMessage {
  /// Checks that it stands where a message can stand.
  func checkPosition() throws(SyncFailure) {
    guard position <= Self.lastPosition else { throw StreamFault.stranger(position).failure }
  }
}

/// What is wrong with a message of the stream. Nothing of it, and nothing behind it, is taken over.
enum StreamFault {
  /// It is no message at all.
  case garbled(UInt64)
  /// It is of a version, or of a kind, that is not known yet.
  case newer(UInt64)
  /// It is not what was sealed with the profile's key.
  case forged(UInt64)
  /// It was written for another position.
  case moved(UInt64, from: UInt64)
  /// It is sealed with a key that this device does not have, or that no longer counts.
  case key(UInt64)
  /// A device's message of this number should have come before.
  case missing(UInt64, String, before: UInt64)
  /// What this device had read there is lost.
  case lost(UInt64)
  /// Its device had read something else before it.
  case split(UInt64, String)
  /// Its device has written a message of its number before.
  case number(UInt64, String)
  /// Its device was removed before.
  case removed(UInt64, String)
  /// It is of no device that has joined.
  case stranger(UInt64)
  /// The key was turned without giving this device the new one.
  case turn(UInt64, String)
  /// Its stream was founded by a device that does not know the newest key.
  case outdated(UInt64, String)

  init(_ damage: MessageDamage, at position: UInt64) {
    switch damage {
    case .garbled: self = .garbled(position)
    case .newer: self = .newer(position)
    }
  }

  /// The failure that tells of it.
  var failure: SyncFailure {
    switch self {
    case .newer: return SyncFailure(.newer, sentence)
    case .outdated, .lost: return SyncFailure(.lost, sentence)
    default: return SyncFailure(.forged, sentence)
    }
  }

  /// One sentence for the user.
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
