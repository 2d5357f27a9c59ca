internal import RetraceEventLog

/// An error that describes why devices could not sync. No data of the log is lost.
///
/// Errors of the log and the store are thrown unchanged.
package struct SyncError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure, for programs that decide what to do next.
  package let reason: Reason
  /// The message for the user.
  package let description: String
  /// Whether the operation may succeed later without intervention.
  package let isTemporary: Bool

  /// The kinds of failure.
  package enum Reason: Equatable, Sendable {
    /// The profile is not shared with other devices.
    case notShared
    /// The profile is already shared.
    case alreadyShared
    /// An invitation was mistyped, has expired, was already used, or does not exist on the servers.
    case invitation
    /// Another device has removed this device.
    case removed
    /// The stream has messages that the devices did not write, or lacks messages.
    case forged
    /// The stream is missing, was replaced, or ends before the last message that was read.
    case lost
    /// The servers have fewer messages than this device has read. If this continues, the servers
    /// have lost messages.
    case behind
    /// Another copy of this profile also uses the number of this device, or another device was
    /// given the number after servers had lost the message with which this device joined.
    case copied
    /// A newer version of Retrace wrote to the stream.
    case newer
    /// The request is invalid, such as removing an unknown device.
    case refused
    /// The servers cannot be used at the moment, or their addresses are invalid.
    case stream
    /// The servers have no space left.
    case full
    /// Another program is syncing this profile.
    case busy
    /// Another device is replacing the stream with a stream without the data to forget.
    case renewing
    /// The sync state, or a file of the profile, cannot be read or written.
    case storage
    /// The exchange was interrupted before it was complete.
    case interrupted
  }

  /// The instruction for a device that finds that the servers have lost messages.
  static let refillAdvice =
    "This device still has all of its data. Run “sync refill” to refill the servers."

  /// Creates an error.
  package init(_ reason: Reason, _ description: String, isTemporary: Bool = false) {
    self.reason = reason
    self.description = description
    self.isTemporary = isTemporary
  }

  /// Creates the error for a server that does not have the stream.
  init(missingAt server: String, isTemporary: Bool) {
    self.init(
      .lost,
      "\(server) does not have the stream of this profile. If the stream was lost, “sync refill” "
        + "refills the servers.", isTemporary: isTemporary)
  }

  /// Creates the error for a case in which no server can be used, from the error of each server.
  init(ofAll errors: [SyncError]) {
    self.init(
      .stream, errors.map { $0.description.dropLast() }.joined(separator: "; ") + ".",
      isTemporary: errors.contains { $0.isTemporary })
  }

  /// The error for bytes that end too early, have trailing data, or are inconsistent.
  static let garbled = SyncError(.forged, "The bytes are not a message from a device.")
  /// The error for a message whose version or kind is unknown.
  static let unknownForm = SyncError(.newer, "A newer version of Retrace wrote the message.")

  /// Whether an operation that failed with an error of this module or the log may succeed later
  /// without intervention.
  package static func isTemporary(_ error: any Error) -> Bool {
    switch error {
    case let error as SyncError: error.isTemporary
    case let error as LogError: error.reason == .noSpace
    default: false
    }
  }
}
