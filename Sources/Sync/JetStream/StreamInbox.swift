internal import Glibc
internal import Platform

/// The messages that came from the servers and that nobody has taken yet.
///
/// A thread of libnats puts them in, the thread of the stream takes them out. Where that one is slower,
/// the other waits, and by that the servers as well.
@safe final class StreamInbox: @unchecked Sendable {
  private let lock = ConditionLock()
  // All of it is guarded by the lock.
  private var messages: [StreamMessage] = []
  /// How many of them were taken.
  private var taken = 0
  private var byteCount = 0
  /// Which subscription it is for; what an earlier one still brings is dropped.
  private var subscription = 0
  private var newest: UInt64 = 0
  private var progress: @Sendable () -> Void = {}

  /// Called each time a message was put in.
  var whenTaken: @Sendable () -> Void {
    get { lock.locked { progress } }
    set { lock.locked { progress = newValue } }
  }

  /// Can be read once something has happened.
  let descriptor: Int32
  private let writing: Int32

  /// More bytes than these do not wait to be taken.
  private static let largest = 16 << 20

  init() throws(Errno) {
    (descriptor, writing) = try FileDescriptor.pipe()
    for end in [descriptor, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    FileDescriptor.close(descriptor)
    FileDescriptor.close(writing)
  }

  /// Empties it for a subscription that begins behind a position.
  ///
  /// - Returns: The number of the subscription.
  func begin(behind position: UInt64) -> Int {
    lock.locked {
      messages = []
      (taken, byteCount) = (0, 0)
      newest = position
      subscription += 1
      lock.wakeAll()
      return subscription
    }
  }

  /// Takes nothing more of a subscription, so that none waits here to bring something.
  func end(_ number: Int) {
    lock.locked {
      if number == subscription { subscription += 1 }
      lock.wakeAll()
    }
  }

  /// Puts a message in, unless it came before.
  func put(_ message: StreamMessage, of number: Int) {
    lock.locked {
      while number == subscription, byteCount > Self.largest { lock.wait() }
      guard number == subscription, message.position > newest else { return }
      newest = message.position
      byteCount += message.bytes.count
      messages.append(message)
      progress()
      ring()
    }
  }

  /// Takes messages behind a position.
  func take(behind position: UInt64, limit: Int) -> [StreamMessage] {
    lock.locked {
      dropMessages(through: position)
      let some = Array(messages[taken...].prefix(limit))
      taken += some.count
      byteCount -= some.reduce(0) { $0 + $1.bytes.count }
      forgetTaken()
      lock.wakeAll()
      return some
    }
  }

  /// Whether there is a message behind a position.
  func hasMessage(behind position: UInt64) -> Bool {
    lock.locked {
      dropMessages(through: position)
      lock.wakeAll()
      return taken < messages.count
    }
  }

  /// How many messages it keeps, with those that were taken.
  var keptCount: Int { lock.locked { messages.count } }

  /// Frees what was taken, once that is most of it.
  private func forgetTaken() {
    guard taken > messages.count / 2 else { return }
    messages.removeFirst(taken)
    taken = 0
  }

  private func dropMessages(through position: UInt64) {
    while taken < messages.count, messages[taken].position <= position {
      byteCount -= messages[taken].bytes.count
      taken += 1
    }
    forgetTaken()
  }

  /// Wakes whoever waits at the descriptor.
  func ring() {
    // A full pipe wakes as well.
    do throws(Errno) { _ = try FileDescriptor.write(writing, [0]) } catch {}
  }

  /// Waits until something happens here or at one of some descriptors, or the time is over.
  ///
  /// - Returns: Whether there is input at one of the descriptors.
  func wait(milliseconds: Int, or descriptors: [Int32]) -> Bool {
    var watched = ([descriptor] + descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = FileDescriptor.wait(for: &watched, milliseconds: Int32(clamping: milliseconds))
    while let bytes = try? FileDescriptor.read(descriptor, atMost: 64), bytes.count == 64 {}
    return watched.dropFirst().contains { $0.revents != 0 }
  }
}
