internal import Catalogue
internal import CommandKit
internal import Notation
internal import Platform

/// A client served over descriptors, with its received requests and unsent output.
package struct ServedClient {
  /// The descriptor from which requests are read.
  let input: Int32
  /// The descriptor to which responses are written. For a socket, it is the same as the input.
  let output: Int32
  /// The state of the client.
  var state: ClientState
  /// Whether the client has closed its output.
  private(set) var hasEnded = false
  /// Whether the client has closed its input.
  private(set) var isGone = false

  private var received: [UInt8] = []
  /// The number of bytes of ``received`` that have been searched for the end of a line.
  private var searched = 0
  private var requests: [(request: ReceivedRequest, batch: ReplyBatch?)] = []
  private var pending: [UInt8] = []
  private var sent = 0

  /// The maximum size of a message: 16 MiB.
  static let largestMessageBytes = 16 << 20
  /// The number of unsent bytes at which the server stops performing requests of a client: 1 MiB.
  private static let maximumPendingBytes = 1 << 20
  private static let maximumRequests = 256

  init(input: Int32, output: Int32, _ state: ClientState) {
    self.input = input
    self.output = output
    self.state = state
  }

  /// Whether all requests have been performed and answered, and no more requests will follow.
  var isDone: Bool { isGone || hasEnded && requests.isEmpty && pending.isEmpty }

  /// Whether there is unsent output.
  var hasPending: Bool { !pending.isEmpty }

  /// Whether the client reads its output. A client that does not read must not cause the server to
  /// use more memory.
  var isDraining: Bool { pending.count - sent < Self.maximumPendingBytes }

  /// Whether more input may be read from the client.
  var mayRead: Bool { !hasEnded && isDraining && requests.count < Self.maximumRequests }

  /// Whether a request is ready to be performed.
  var hasWork: Bool { !requests.isEmpty && isDraining }

  // MARK: Reading

  /// Reads the available input, and extracts its requests.
  mutating func read() {
    do {
      let bytes = try FileDescriptor.read(input, atMost: 1 << 16)
      if bytes.isEmpty { hasEnded = true }
      received += bytes
    } catch {
      if (error as? Errno)?.isTryAgain != true { hasEnded = true }
    }
    readRequests()
  }

  private mutating func readRequests() {
    var start = 0
    while let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      handle(received[start..<end])
      start = end + 1
      searched = start
    }
    received.removeFirst(start)
    searched = received.count
    if received.count > Self.largestMessageBytes {
      let failure = CommandError(.notARequest, "A message can be at most 16 MiB long.")
      requests.append((.invalid(id: .null, failure), nil))
      received = []
      searched = 0
      hasEnded = true
    }
  }

  private mutating func handle(_ line: ArraySlice<UInt8>) {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return }
    switch ReceivedMessage(line) {
    case .request(let request): accept(request, in: nil)
    case .batch(let all):
      let batch = ReplyBatch(requests: all.count)
      for request in all { accept(request, in: batch) }
    }
  }

  private mutating func accept(_ request: ReceivedRequest, in batch: ReplyBatch?) {
    if case .valid(let request) = request, request.method == "cancel" {
      cancel(request, in: batch)
    } else {
      requests.append((request, batch))
    }
  }

  /// Removes a request that has not begun. A request that has begun is completed.
  private mutating func cancel(_ request: Request, in batch: ReplyBatch?) {
    let place = requests.firstIndex { waiting in
      if case .valid(let waiting) = waiting.request {
        waiting.id != nil && waiting.id == request["id"]
      } else {
        false
      }
    }
    if let place {
      let cancelled = requests.remove(at: place)
      let failure = CommandError(.cancelled, "The request was cancelled before it began.")
      answer(cancelled.request, in: cancelled.batch, with: .failure(failure))
    }
    let result = ServedMethod.cancelled.document(place != nil)
    answer(.valid(request), in: batch, with: .success(result))
  }

  /// Removes and returns the oldest request.
  mutating func nextRequest() -> (request: ReceivedRequest, batch: ReplyBatch?)? {
    requests.isEmpty ? nil : requests.removeFirst()
  }

  // MARK: Sending

  /// Answers a request that expects a response. The responses of a batch are sent together.
  mutating func answer(
    _ request: ReceivedRequest, in batch: ReplyBatch?, with result: Result<JSONWriter, CommandError>
  ) {
    let reply = request.id.map { id in
      switch result {
      case .success(let result): JSONWriter.reply(to: id, result: result)
      case .failure(let failure): JSONWriter.reply(to: id, failure)
      }
    }
    guard let batch else {
      if let reply { send(reply) }
      return
    }
    if let replies = batch.add(reply) { pending += replies }
  }

  /// Stores a message until it can be sent.
  mutating func send(_ message: JSONWriter) { pending += message.bytes }

  /// Sends as many bytes as the client currently accepts.
  mutating func flush() {
    while sent < pending.count {
      do {
        // A writable pipe accepts this many bytes without blocking.
        let end = min(sent + 4_096, pending.count)
        guard FileDescriptor.canWrite(to: output) else { break }
        sent += try FileDescriptor.write(output, pending[sent..<end])
      } catch {
        if (error as? Errno)?.isTryAgain == true { break }
        isGone = true
        break
      }
    }
    if sent == pending.count {
      pending.removeAll(keepingCapacity: sent < Self.maximumPendingBytes)
      sent = 0
    }
  }

  /// Closes the connection.
  func close() {
    guard input != Descriptor.standardInput.number else { return }
    FileDescriptor.close(input)
  }
}
