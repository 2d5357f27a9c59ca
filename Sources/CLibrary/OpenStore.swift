internal import CRetrace
internal import Catalogue
internal import Platform
internal import RetraceEventLog
internal import RetraceSessions
internal import RetraceStore
internal import RetraceTimeline
internal import Server

/// A store that a call has opened, and its lock.
///
/// Only one thread can use a store at a time. Calls from other threads wait instead of failing.
/// Therefore, a program with several threads, or a language that moves work between threads, can
/// use the store from any thread.
final class OpenStore: @unchecked Sendable {
  private let lock = ConditionLock()
  /// The client, or nil after closing.
  private var client: EmbeddedClient?
  /// The alarm for changes, created when a caller first waits for changes.
  private var alarm: Alarm?

  init(_ store: Store) { client = EmbeddedClient(store) }

  /// Calls a closure with the client while no other thread uses it.
  func use<Value>(
    _ body: (EmbeddedClient) throws -> Value
  ) throws -> Value {
    try lock.locked {
      guard let client else { throw CommandError.badHandle }
      guard let alarm, client.watch == nil else { return try body(client) }
      // For a store in memory, only the alarm reports writes.
      let before = client.store.timeline.position
      defer { if client.store.timeline.position != before { alarm.raise() } }
      return try body(client)
    }
  }

  /// Runs a closure while no other thread uses the store, even if the store is closed.
  func locked(_ body: () -> Void) { lock.locked(body) }

  /// Closes the store. Later calls, and calls that are waiting for changes, fail.
  func close() {
    lock.locked {
      client = nil
      alarm?.end()
    }
  }

  // MARK: Changes

  /// Waits for a change and returns the notification. Returns nil if the time has passed or a
  /// signal has arrived.
  func waitForChange(milliseconds: Int32) throws -> [UInt8]? {
    let deadline = milliseconds < 0 ? nil : Self.now + Int64(milliseconds)
    while true {
      let look = try detectChange()
      if let change = look.change { return change }
      let left = deadline.map { max($0 - Self.now, 0) } ?? -1
      var watched = [
        pollfd(fd: look.alarm.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: look.watch?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = withExtendedLifetime(look.watch) {
        FileDescriptor.wait(for: &watched, milliseconds: Int32(left))
      }
      guard count > 0 else { return nil }
    }
  }

  /// Returns a descriptor that poll(2) reports as readable if there may be a change.
  func changeDescriptor() throws -> Int32 {
    try lock.locked {
      let (client, alarm) = try subscribed()
      return client.watch?.descriptor ?? alarm.descriptor
    }
  }

  private func detectChange() throws -> (
    change: [UInt8]?, alarm: Alarm, watch: ProfileWatch?
  ) {
    try lock.locked {
      let (client, alarm) = try subscribed()
      // Reset the alarm before checking, so that a change in between is reported again.
      alarm.lower()
      _ = client.watch?.wait(milliseconds: 0)
      let change = try client.news()
      return (change, alarm, client.watch)
    }
  }

  private func subscribed() throws -> (EmbeddedClient, Alarm) {
    guard let client else { throw CommandError.badHandle }
    guard client.wantsEvents else {
      throw CommandError(
        "notSubscribed", "There is no subscription. Send {\"method\":\"subscribe\"} first.")
    }
    if let alarm { return (client, alarm) }
    do {
      let new = try Alarm()
      alarm = new
      return (client, new)
    } catch {
      throw CommandError("system", "No pipe could be created: \(error).")
    }
  }

  private static var now: Int64 {
    let time = ContinuousClock.now - start
    return time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
  }

  private static let start = ContinuousClock.now
}

/// An alarm, whose descriptor is readable while the alarm is raised and after it has ended. Guarded
/// by the lock of its owner.
private final class Alarm {
  /// The descriptor to wait for.
  let descriptor: Int32
  private let writing: Int32
  private var isRaised = false
  private var hasEnded = false

  init() throws {
    (descriptor, writing) = try FileDescriptor.pipe()
  }

  deinit {
    end()
    FileDescriptor.close(descriptor)
  }

  func raise() {
    guard !isRaised else { return }
    // The pipe is empty, so writing a byte does not block.
    do {
      isRaised = try FileDescriptor.write(writing, [1]) == 1
    } catch {}
  }

  func lower() {
    guard isRaised else { return }
    do { _ = try FileDescriptor.read(descriptor, atMost: 1) } catch {}
    isRaised = false
  }

  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    FileDescriptor.close(writing)
  }
}
