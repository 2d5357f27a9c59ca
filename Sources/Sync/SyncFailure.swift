internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// Why devices could not tell each other something. Nothing that is in the log was lost by it.
package struct SyncFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, for a program that decides what to do next.
  package let reason: Reason
  /// One plain sentence for a person.
  package let description: String
  /// Whether the same may go well later without anybody doing something.
  package let isTemporary: Bool

  /// The kinds of failure.
  package enum Reason: Equatable, Sendable {
    /// The profile is not shared with other devices.
    case notShared
    /// The profile is shared already.
    case alreadyShared
    /// The code of an invitation was mistyped, is too old, was used, or leads nowhere.
    case invitation
    /// This device was removed by another one.
    case removed
    /// What the stream has is not what devices wrote, or not all of it.
    case forged
    /// The stream is gone, is another one, or ends before what was read of it.
    case lost
    /// The servers know less of the stream just now than was read: they have lost it if that stays so.
    case behind
    /// Another copy of this profile writes under the number of this device, or another device that was
    /// given it when servers had lost that this one has joined.
    case copied
    /// A newer version of Retrace wrote to the stream.
    case newer
    /// What is asked for cannot be done, such as to remove a device that is none.
    case refused
    /// The servers cannot be used just now.
    case stream
    /// Another program exchanges for this profile just now.
    case busy
    /// Another device begins the stream anew, without what it has forgotten.
    case renewing
    /// The log, or a file of the profile, cannot be read or written.
    case storage
    /// The exchange was to end before it was through.
    case interrupted
  }

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
      .lost, failure.description + " If it was lost, “sync refill” fills the servers again.",
      isTemporary: failure.isTemporary)
  }

  init(_ failure: LogFailure) { self.init(StoreFailure.log(failure)) }

  init(_ failure: StoreFailure) {
    switch failure {
    case .refused(let refusal): self.init(.refused, refusal.message)
    case .log(let failure):
      self.init(.storage, failure.description, isTemporary: failure.reason == .noSpace)
    }
  }
}

/// Passes on what a stream throws.
func askingStream<Value>(
  _ body: () throws(StreamFailure) -> Value
) throws(SyncFailure) -> Value {
  do throws(StreamFailure) { return try body() } catch { throw SyncFailure(error) }
}

/// Passes on what a store throws.
func usingStore<Value>(
  _ body: () throws(StoreFailure) -> Value
) throws(SyncFailure) -> Value {
  do throws(StoreFailure) { return try body() } catch { throw SyncFailure(error) }
}

/// Passes on what a log throws.
func usingLog<Value>(
  _ body: () throws(LogFailure) -> Value
) throws(SyncFailure) -> Value {
  do throws(LogFailure) { return try body() } catch { throw SyncFailure(error) }
}
