internal import Platform

/// An inbox of messages that were received from the servers but have not been read yet.
///
/// A thread of libnats adds messages, and the stream's thread removes them. If the stream's thread
/// is slower, the thread of libnats waits, which also makes the servers wait.
@safe final class StreamInbox: @unchecked Sendable {
  private let lock = ConditionLock()
  // The lock guards the following variables.
  private var messages: [StreamMessage] = []
  /// The number of messages at the start of ``messages`` that were already read.
  private var taken = 0
  private var byteCount = 0
  /// The number of the current subscription, which increases with each subscription. Messages of
  /// earlier subscriptions are dropped.
  private var subscription = 0
  private var newest: UInt64 = 0
  private var progress: @Sendable () -> Void = {}

  /// A function to call each time a message is added.
  var whenTaken: @Sendable () -> Void {
    get { lock.locked { progress } }
    set { lock.locked { progress = newValue } }
  }

  /// A descriptor that becomes readable when a message arrives or the connection is lost.
  let descriptor: Int32
  private let writing: Int32

  /// The size of the waiting messages, in bytes, above which no messages are added.
  private static let largest = 16 << 20

  init() throws {
    (descriptor, writing) = try FileDescriptor.pipe()
    for end in [descriptor, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    FileDescriptor.close(descriptor)
    FileDescriptor.close(writing)
  }

  /// Empties the inbox for a subscription that begins after a position.
  ///
  /// - Returns: The number of the subscription.
  func begin(after position: UInt64) -> Int {
    lock.locked {
      messages = []
      (taken, byteCount) = (0, 0)
      newest = position
      subscription += 1
      lock.wakeAll()
      return subscription
    }
  }

  /// Ends a subscription, so that its deliveries stop waiting for space.
  func end(_ number: Int) {
    lock.locked {
      if number == subscription { subscription += 1 }
      lock.wakeAll()
    }
  }

  /// Adds a message of a subscription, unless it was added before. Waits until the inbox has space
  /// for the message.
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

  /// Removes messages after a position and returns them.
  func pop(after position: UInt64, limit: Int) -> [StreamMessage] {
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

  /// Whether there is a message after a position.
  func hasMessage(after position: UInt64) -> Bool {
    lock.locked {
      dropMessages(through: position)
      lock.wakeAll()
      return taken < messages.count
    }
  }

  /// The number of messages in memory, including messages that were already read.
  var keptCount: Int { lock.locked { messages.count } }

  /// Frees the messages that were already read, if they are more than half of the messages in
  /// memory.
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

  /// Makes the descriptor readable.
  func ring() {
    // If the pipe is full, the descriptor is already readable.
    do { _ = try FileDescriptor.write(writing, [0]) } catch {}
  }

  /// Waits until a message arrives, the connection is lost, there is input at one of the
  /// descriptors, or the time has passed.
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
