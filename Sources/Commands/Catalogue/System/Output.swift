package import CommandKit
package import Notation
internal import Platform
internal import Synchronization

/// The output of a program: a buffer in front of an open file.
///
/// Text is sent when the buffer is full, and by ``flush()``. If the reader has closed its end
/// (`EPIPE`), further output is discarded silently, and ``isClosed`` is true. After any other
/// failure, further output is also discarded, and each ``flush()`` throws the error. Only one
/// thread at a time may use an output.
package final class Output {
  /// The open file.
  package let descriptor: Descriptor
  /// Whether the reader has closed its end.
  package private(set) var isClosed = false

  /// Whether the reader is a terminal that shows only ASCII.
  package let showsOnlyASCII: Bool

  private let capacityBytes: Int
  private var buffer: [UInt8] = []
  private var failure: (any Error)?

  /// Creates an output that writes to a descriptor, which it does not close.
  package init(_ descriptor: Descriptor, capacityBytes: Int = 1 << 16) {
    self.descriptor = descriptor
    self.capacityBytes = capacityBytes
    showsOnlyASCII = LineArt.ofProcess == .ascii && descriptor.isTerminal
    buffer.reserveCapacity(min(capacityBytes, 1 << 16))
  }

  /// Makes writing to a closed pipe an error (`EPIPE`) instead of a signal that ends the process.
  package static func ignoreClosedPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Whether the output goes to a terminal.
  package var isTerminal: Bool { descriptor.isTerminal }

  /// The width of the terminal in columns, or nil if the output does not go to a terminal.
  package var terminalColumns: Int? {
    guard isTerminal else { return nil }
    return descriptor.terminalSize?.columns ?? 80
  }

  /// Writes text.
  package func write(_ text: SafeText) {
    buffer.append(contentsOf: text.text.utf8)
    drainWhenFull()
  }

  /// Writes a message and a newline. On a terminal, the text is wrapped between words and uses only
  /// characters that the terminal can show.
  package func writeLine(_ text: SafeText = "") {
    let line = text.wrapped(toColumns: terminalColumns)
    write(showsOnlyASCII ? line.withASCIISigns : line)
    buffer.append(UInt8(ascii: "\n"))
    drainWhenFull()
  }

  /// Writes a JSON document and a newline.
  package func writeLine(_ json: JSONWriter) {
    buffer.append(contentsOf: json.bytes)
    buffer.append(UInt8(ascii: "\n"))
    drainWhenFull()
  }

  /// Writes bytes unchanged. Use this for exports, never for text on a terminal.
  package func write(bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    drainWhenFull()
  }

  /// Sends the contents of the buffer. Throws an error if any error has occurred since the output
  /// was created.
  package func flush() throws {
    drain()
    if let failure { throw failure }
  }

  private func drainWhenFull() {
    if buffer.count >= capacityBytes { drain() }
  }

  private func drain() {
    defer { buffer.removeAll(keepingCapacity: buffer.count <= 4 * capacityBytes) }
    guard !isClosed, failure == nil, !buffer.isEmpty else { return }
    do {
      try sendAll()
    } catch {
      if (error as? SystemError)?.code == EPIPE { isClosed = true } else { failure = error }
    }
  }

  private static let hasProgress = Atomic<Bool>(false)

  /// Whether a ``ProgressBar`` is shown in the last row of the terminal.
  static var showsProgress: Bool { hasProgress.load(ordering: .relaxed) }

  /// Records that a bar was written to the last row.
  static func noteProgress() { hasProgress.store(true, ordering: .relaxed) }

  /// Removes a progress bar from the last row, before anything else is written there.
  package static func clearProgress() {
    guard hasProgress.exchange(false, ordering: .relaxed) else { return }
    // The next write fails as well, and reports the error.
    _ = try? Descriptor.standardError.write(Array("\r\u{1B}[K".utf8), from: 0)
  }

  private func sendAll() throws {
    if Self.showsProgress, isTerminal { Self.clearProgress() }
    var sent = 0
    while sent < buffer.count {
      sent += try descriptor.write(buffer, from: sent)
    }
  }
}
