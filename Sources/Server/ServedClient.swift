internal import Catalogue
internal import Notation
internal import Platform

/// A program that is served over descriptors: what it has sent, and what it still has to be sent.
package struct ServedClient {
  /// Where its requests come from.
  let input: Int32
  /// Where answers go; that of a socket is its input as well.
  let output: Int32
  /// What it has said and looks at.
  var state: ClientState
  /// Whether it sends nothing more.
  private(set) var hasEnded = false
  /// Whether nobody reads its answers any more.
  private(set) var isGone = false

  private var received: [UInt8] = []
  /// How much of ``received`` was looked through for the end of a line.
  private var searched = 0
  private var requests: [Result<Request, RequestFailure>] = []
  private var pending: [UInt8] = []
  private var sent = 0

  /// How large one message may be: 16 MiB.
  static let largestMessageBytes = 16 << 20
  /// With so much still to be sent, nothing more is done for a client: 1 MiB.
  private static let mostPendingBytes = 1 << 20
  private static let mostRequests = 256

  init(input: Int32, output: Int32, _ state: ClientState) {
    self.input = input
    self.output = output
    self.state = state
  }

  /// Whether all is done and said, and nothing more will come.
  var isDone: Bool { isGone || hasEnded && requests.isEmpty && pending.isEmpty }

  /// Whether something is to be sent.
  var hasPending: Bool { !pending.isEmpty }

  /// Whether it takes what it is sent; who does not read costs no more memory.
  var keepsUp: Bool { pending.count - sent < Self.mostPendingBytes }

  /// Whether more may be read from it.
  var mayRead: Bool { !hasEnded && keepsUp && requests.count < Self.mostRequests }

  /// Whether a request waits that can be done now.
  var hasWork: Bool { !requests.isEmpty && keepsUp }

  // MARK: Reading

  /// Reads what has come, and takes the requests out of it.
  mutating func read() {
    do throws(Errno) {
      let bytes = try FileDescriptor.read(input, atMost: 1 << 16)
      if bytes.isEmpty { hasEnded = true }
      received += bytes
    } catch {
      if !error.isTryAgain { hasEnded = true }
    }
    takeRequests()
  }

  private mutating func takeRequests() {
    var start = 0
    while let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      take(received[start..<end])
      start = end + 1
      searched = start
    }
    received.removeFirst(start)
    searched = received.count
    if received.count > Self.largestMessageBytes {
      requests.append(.failure(RequestFailure(.notARequest, "A message may have at most 16 MiB.")))
      received = []
      searched = 0
      hasEnded = true
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return }
    do throws(RequestFailure) {
      let request = try Request(line)
      if request.method == "cancel" { cancel(request) } else { requests.append(.success(request)) }
    } catch {
      requests.append(.failure(error))
    }
  }

  /// Drops a request that has not begun; one that has is done.
  private mutating func cancel(_ request: Request) {
    let place = requests.firstIndex { waiting in
      if case .success(let waiting) = waiting { waiting.id == request["id"] } else { false }
    }
    if let place {
      let cancelled = requests.remove(at: place)
      if case .success(let cancelled) = cancelled, let id = cancelled.id {
        send(.reply(to: id, RequestFailure(.cancelled, "It was cancelled before it began.")))
      }
    }
    if let id = request.id {
      send(.reply(to: id, result: JSONWriter.object { $0.member("cancelled", place != nil) }))
    }
  }

  /// Takes the oldest request.
  mutating func nextRequest() -> Result<Request, RequestFailure>? {
    requests.isEmpty ? nil : requests.removeFirst()
  }

  // MARK: Sending

  /// Keeps a message until it can be sent.
  mutating func send(_ message: JSONWriter) { pending += message.bytes }

  /// Sends as much as the client takes now.
  mutating func flush() {
    while sent < pending.count {
      do throws(Errno) {
        // A pipe that can be written takes so much without a wait.
        let end = min(sent + 4_096, pending.count)
        guard FileDescriptor.canWrite(to: output) else { break }
        sent += try FileDescriptor.write(output, pending[sent..<end])
      } catch {
        if error.isTryAgain { break }
        isGone = true
        break
      }
    }
    if sent == pending.count {
      pending.removeAll(keepingCapacity: sent < Self.mostPendingBytes)
      sent = 0
    }
  }

  /// Ends the connection.
  func close() {
    guard input != Descriptor.standardInput.number else { return }
    FileDescriptor.close(input)
  }
}

extension JSONWriter {
  /// An object as a document.
  static func object(_ body: (inout JSONWriter) -> Void) -> JSONWriter {
    var json = JSONWriter()
    json.object(body)
    return json
  }
}
