internal import BrowserModel
internal import RetraceEventLog

/// The reason why devices could not sync. No data in the log is lost.
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
    /// Another copy of this profile also uses the number of this device, or another device got the
    /// number after servers had lost the message with which this device joined.
    case copied
    /// A newer version of Retrace wrote to the stream.
    case newer
    /// The request is invalid, such as removing an unknown device.
    case refused
    /// The servers cannot be used at the moment.
    case stream
    /// Another program is syncing this profile.
    case busy
    /// Another device is replacing the stream with a stream without the data to forget.
    case renewing
    /// The log or a file of the profile cannot be read or written.
    case storage
    /// The exchange was interrupted before it was complete.
    case interrupted
  }

  /// The instruction for a device that finds that the servers have lost messages.
  static let howToRefill =
    "This device still has all of its data. Run “sync refill” to refill the servers."

  init(_ reason: Reason, _ description: String, isTemporary: Bool = false) {
    self.reason = reason
    self.description = description
    self.isTemporary = isTemporary
  }

  init(_ failure: StreamFailure) {
    guard failure.isMissing else {
      self.init(.stream, failure.description, isTemporary: failure.isTemporary)
      return
    }
    self.init(
      .lost, failure.description + " If the stream was lost, “sync refill” refills the servers.",
      isTemporary: failure.isTemporary)
  }

  /// Creates an error from an error of the stream, the store or the log.
  init(_ error: any Error) {
    switch error {
    case let error as SyncError: self = error
    case let error as StreamFailure: self.init(error)
    case let refusal as Refusal: self.init(.refused, refusal.message)
    case let error as LogError:
      self.init(.storage, error.description, isTemporary: error.reason == .noSpace)
    default: self.init(.storage, "\(error)")
    }
  }
}

/// Runs a closure that uses a stream, and converts its errors.
func askingStream<Value>(
  _ body: () throws(StreamFailure) -> Value
) throws(SyncError) -> Value {
  do throws(StreamFailure) { return try body() } catch { throw SyncError(error) }
}

/// Runs a closure that uses the store or the log, and converts its errors.
func usingStore<Value>(_ body: () throws -> Value) throws(SyncError) -> Value {
  do { return try body() } catch { throw SyncError(error) }
}
