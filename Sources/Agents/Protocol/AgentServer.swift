package import Catalogue
internal import Notation
internal import Platform

/// Serves an agent over the Model Context Protocol, on standard input and output with one message
/// per line.
package final class AgentServer {
  private let agent: AgentProtocol
  private let input: Int32
  private let output: Int32
  private var received: [UInt8] = []
  /// The number of bytes of ``received`` that have been searched for the end of a line.
  private var searched = 0
  private var requests: [AgentMessage] = []
  private var pending: [UInt8] = []
  private var sent = 0
  private var hasEnded = false
  private var isGone = false
  private let clock = ContinuousClock()
  /// The time before which no updates are announced again.
  private var quietUntil: ContinuousClock.Instant

  private static let largestMessageBytes = 16 << 20
  private static let mostRequests = 1_000
  private static let mostPendingBytes = 1 << 20
  /// The time in which several updates of a resource are announced once.
  private static let quietTime = Duration.milliseconds(100)

  /// Serves the program that started this process until it closes its output or a signal arrives.
  /// - Parameter opening: Opens the profile. If it fails, each call of the agent reports the reason
  ///   and tries again.
  package static func run(
    _ access: AgentAccess, opening: @escaping () throws -> CommandContext
  ) throws {
    try InterruptFlag.during {
      try AgentServer(AgentProtocol(access, opening: opening)).run()
    }
  }

  private init(_ agent: AgentProtocol) {
    self.agent = agent
    input = Descriptor.standardInput.number
    output = Descriptor.standardOutput.number
    quietUntil = clock.now
  }

  private func run() throws {
    while !InterruptFlag.isSet, !isGone {
      if hasEnded, requests.isEmpty, pending.isEmpty { break }
      try wait()
      if !requests.isEmpty, pending.count - sent < Self.mostPendingBytes {
        agent.receive(requests.removeFirst())
      }
      // A program that has ended its input may no longer read updates.
      if !hasEnded { announceUpdates() }
      for message in agent.takeOutgoing() { append(message) }
      flush()
    }
    if !isGone {
      agent.endSubscriptions()
      if !hasEnded {
        for message in agent.takeOutgoing() { append(message) }
        flush()
      }
    }
    agent.close()
  }

  private func append(_ message: JSON) {
    var json = JSONWriter()
    message.writeEscaped(to: &json)
    json.endLine()
    pending += json.bytes
  }

  // MARK: Waiting

  /// Waits until there is input, output can be written, or another process has written to the
  /// profile, and reads the input.
  private func wait() throws {
    var watched: [pollfd] = []
    func add(_ descriptor: Int32, _ events: Int32) {
      watched.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    let reads = !hasEnded && requests.count < Self.mostRequests
    if reads { add(input, POLLIN) }
    if !pending.isEmpty { add(output, POLLOUT) }
    if let descriptor = agent.watchedDescriptor { add(descriptor, POLLIN) }
    add(InterruptFlag.descriptor, POLLIN)
    _ = try FileDescriptor.waiting(for: &watched, milliseconds: patience)
    if reads, watched[0].revents != 0 { read() }
  }

  /// The time to wait, in milliseconds, or −1 to wait for an event.
  private var patience: Int32 {
    if !requests.isEmpty, pending.count - sent < Self.mostPendingBytes { return 0 }
    guard hasDueUpdates else { return -1 }
    let left = quietUntil - clock.now
    return left <= .zero ? 0 : Int32(left / .milliseconds(1)) + 1
  }

  /// Whether there may be updates that have not been announced.
  private var hasDueUpdates = false

  private func announceUpdates() {
    if !hasDueUpdates { hasDueUpdates = agent.mayHaveUpdates }
    guard hasDueUpdates, clock.now >= quietUntil else { return }
    hasDueUpdates = false
    if agent.announceUpdates() { quietUntil = clock.now + Self.quietTime }
  }

  // MARK: Reading

  private func read() {
    do {
      let bytes = try FileDescriptor.read(input, atMost: 1 << 16)
      if bytes.isEmpty { hasEnded = true }
      received += bytes
    } catch {
      if (error as? Errno)?.isTryAgain != true { hasEnded = true }
    }
    var start = 0
    while let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      accept(received[start..<end])
      start = end + 1
      searched = start
    }
    received.removeFirst(start)
    searched = received.count
    if received.count > Self.largestMessageBytes {
      agent.refuse(
        .init(id: .null, code: -32_600, sentence: "A message can be at most 16 MiB long."))
      received = []
      searched = 0
      hasEnded = true
    }
  }

  private func accept(_ line: ArraySlice<UInt8>) {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return }
    do throws(AgentMessage.Fault) {
      let message = try AgentMessage(line)
      if message.method == "notifications/cancelled", let id = message.parameters["requestId"] {
        // A cancelled request gets no answer.
        requests.removeAll { $0.id == id }
        agent.receive(message)
      } else {
        requests.append(message)
      }
    } catch {
      agent.refuse(error)
    }
  }

  // MARK: Writing

  private func flush() {
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
      pending.removeAll(keepingCapacity: sent < Self.mostPendingBytes)
      sent = 0
    }
  }
}
