internal import CRetrace
internal import Console
internal import Glibc
internal import Platform
internal import Retrace

/// A store that was opened by a call, and the lock under which calls use it.
///
/// A store is for one thread at a time. To make others wait is kinder than to refuse them: a host with
/// several threads, or a language that moves work between them, need not know which one opened it.
final class OpenStore: @unchecked Sendable {
  private let lock = ConditionLock()
  /// Nil once it is closed.
  private var client: EmbeddedClient?
  /// Made when somebody first waits for changes.
  private var alarm: Alarm?

  init(_ store: Store) { client = EmbeddedClient(store) }

  /// Lends the client while no other thread has it.
  func use<Value>(
    _ body: (EmbeddedClient) throws(CallFailure) -> Value
  ) throws(CallFailure) -> Value {
    try lock.locked { () throws(CallFailure) in
      guard let client else { throw .badHandle }
      guard let alarm, client.watch == nil else { return try body(client) }
      // Nobody reports what is written in memory.
      let before = client.store.timeline.position
      defer { if client.store.timeline.position != before { alarm.raise() } }
      return try body(client)
    }
  }

  /// Runs a closure while no other thread uses the store, be it open or not.
  func locked(_ body: () -> Void) { lock.locked(body) }

  /// Closes the store. Calls that come later, and those that wait for changes, are refused.
  func close() {
    lock.locked {
      client = nil
      alarm?.end()
    }
  }

  // MARK: Changes

  /// Waits for a change, or nil if none came in time, or a signal did.
  func waitForChange(milliseconds: Int32) throws(CallFailure) -> [UInt8]? {
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

  /// What poll(2) finds readable when there may be a change.
  func changeDescriptor() throws(CallFailure) -> Int32 {
    try lock.locked { () throws(CallFailure) in
      let (client, alarm) = try subscribed()
      return client.watch?.descriptor ?? alarm.descriptor
    }
  }

  private func lookForChange() throws(CallFailure) -> (
    change: [UInt8]?, alarm: Alarm, watch: ProfileWatch?
  ) {
    try lock.locked { () throws(CallFailure) in
      let (client, alarm) = try subscribed()
      // First quiet, then looked at: what comes in between is reported again.
      alarm.lower()
      _ = client.watch?.wait(milliseconds: 0)
      let change = try failing { () throws(RequestFailure) in try client.news() }
      return (change, alarm, client.watch)
    }
  }

  private func subscribed() throws(CallFailure) -> (EmbeddedClient, Alarm) {
    guard let client else { throw .badHandle }
    guard client.wantsNews else {
      throw CallFailure(
        RETRACE_REFUSED, "Nothing was subscribed: {\"method\":\"subscribe\"} asks for changes.",
        reason: "notSubscribed")
    }
    if let alarm { return (client, alarm) }
    do throws(Errno) {
      let new = try Alarm()
      alarm = new
      return (client, new)
    } catch {
      throw CallFailure(
        RETRACE_REFUSED, "The system has no pipe to wait at: \(error.text).", reason: "system")
    }
  }

  private static var now: Int64 {
    let time = ContinuousClock.now - start
    return time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
  }

  private static let start = ContinuousClock.now
}

/// A descriptor that can be read while it is raised, and for good once it has ended. Its owner's lock
/// guards it.
private final class Alarm {
  /// What can be read.
  let descriptor: Int32
  private let writing: Int32
  private var isRaised = false
  private var hasEnded = false

  init() throws(Errno) {
    (descriptor, writing) = try FileDescriptor.pipe()
  }

  deinit {
    end()
    FileDescriptor.close(descriptor)
  }

  func raise() {
    guard !isRaised else { return }
    // An empty pipe takes a byte.
    do throws(Errno) {
      isRaised = try FileDescriptor.write(writing, [1]) == 1
    } catch {}
  }

  func lower() {
    guard isRaised else { return }
    do throws(Errno) { _ = try FileDescriptor.read(descriptor, atMost: 1) } catch {}
    isRaised = false
  }

  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    FileDescriptor.close(writing)
  }
}
