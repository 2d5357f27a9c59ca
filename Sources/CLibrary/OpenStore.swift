internal import CRetrace
internal import Catalogue
internal import Platform
internal import Retrace
internal import Server

/// A store that was opened by a call, and its lock.
///
/// A store must be used by one thread at a time. Calls from other threads wait instead of failing,
/// so a host with several threads, or a language that moves work between threads, need not know
/// which thread opened the store.
final class OpenStore: @unchecked Sendable {
  private let lock = ConditionLock()
  /// The client, or nil after closing.
  private var client: EmbeddedClient?
  /// Created when a caller first waits for changes.
  private var alarm: Alarm?

  init(_ store: Store) { client = EmbeddedClient(store) }

  /// Calls a closure with the client while no other thread uses it.
  func use<Value>(
    _ body: (EmbeddedClient) throws -> Value
  ) throws -> Value {
    try lock.locked {
      guard let client else { throw CommandError.badHandle }
      guard let alarm, client.watch == nil else { return try body(client) }
      // In memory, nothing else reports writes.
      let before = client.store.timeline.position
      defer { if client.store.timeline.position != before { alarm.raise() } }
      return try body(client)
    }
  }

  /// Runs a closure while no other thread uses the store, which may be closed.
  func locked(_ body: () -> Void) { lock.locked(body) }

  /// Closes the store. Later calls, and calls that are waiting for changes, fail.
  func close() {
    lock.locked {
      client = nil
      alarm?.end()
    }
  }

  // MARK: Changes

  /// Waits for a change. Returns nil if the time is over, or a signal arrived.
  func waitForChange(milliseconds: Int32) throws -> [UInt8]? {
    let deadline = milliseconds < 0 ? nil : Self.now + Int64(milliseconds)
    while true {
      let look = try lookForChange()
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

  private func lookForChange() throws -> (
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
    guard client.wantsNews else {
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

/// A descriptor that is readable while the alarm is raised, and permanently after its end. Guarded
/// by its owner's lock.
private final class Alarm {
  /// The readable descriptor.
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
    // An empty pipe accepts a byte.
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
