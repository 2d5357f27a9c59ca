internal import BrowserModel
internal import Platform

/// A connection of a browser, which is used for one request.
struct PageConnection {
  /// The state of a connection.
  enum Stage: Equatable {
    case receiving
    /// The response is being sent.
    case sending
    /// The records from one event through another are being sent.
    case sendingLog(next: EventID, last: EventID)
    /// The connection receives a message after each change of the log.
    case following
    case done
  }

  let descriptor: Int32
  var stage = Stage.receiving
  private(set) var received: [UInt8] = []
  private var pending: [UInt8] = []
  private var sent = 0
  /// The time at which the connection is closed if the browser neither sends nor reads anything.
  private(set) var deadline: ContinuousClock.Instant
  /// The time that a browser may take to send a request or to read some bytes.
  private let patience: Duration

  /// The number of unsent bytes at which no more records are read.
  private static let maximumPendingBytes = 1 << 19

  init(_ descriptor: Int32, patience: Duration) {
    self.descriptor = descriptor
    self.patience = patience
    deadline = .now + patience
  }

  var hasPending: Bool { sent < pending.count }

  /// Whether more records can be appended.
  var wantsRecords: Bool {
    if case .sendingLog = stage { pending.count - sent < Self.maximumPendingBytes } else { false }
  }

  /// Whether the deadline applies. A page may follow a log in which nothing happens.
  var isUrgent: Bool { stage != .following || hasPending }

  /// Whether a page does not read its messages.
  var isClogged: Bool { stage == .following && pending.count - sent > Self.maximumPendingBytes }

  /// Reads the available bytes. The connection is done if the browser has closed it.
  mutating func read() {
    do {
      let bytes = try FileDescriptor.read(descriptor, atMost: 1 << 16)
      if bytes.isEmpty {
        stage = .done
      } else if stage == .receiving {
        received += bytes
      }
    } catch {
      if (error as? Errno)?.isTryAgain != true { stage = .done }
    }
  }

  /// Stores bytes until they can be sent.
  mutating func send(_ bytes: [UInt8]) {
    if !hasPending { renewDeadline() }
    pending += bytes
  }

  private mutating func renewDeadline() { deadline = .now + patience }

  /// Sends as many bytes as the browser currently accepts.
  mutating func flush() {
    while hasPending {
      do {
        let end = min(sent + 1 << 16, pending.count)
        let count = try FileDescriptor.write(descriptor, pending[sent..<end])
        sent += count
        renewDeadline()
      } catch {
        if (error as? Errno)?.isTryAgain != true { stage = .done }
        break
      }
    }
    if !hasPending {
      pending.removeAll(keepingCapacity: true)
      sent = 0
      if stage == .sending { stage = .done }
    }
  }

  func close() { FileDescriptor.close(descriptor) }
}
