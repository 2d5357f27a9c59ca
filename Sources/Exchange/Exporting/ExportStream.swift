import BrowserModel
internal import RetraceEventLog
import RetraceStore
import RetraceTimeline

/// The bytes of an export, which are sent block by block, so that an export does not have to fit
/// into memory.
package final class ExportStream {
  private var block: [UInt8] = []
  private let send: ([UInt8]) throws -> Void

  private static let blockCount = 1 << 16

  /// - Parameter send: Receives the blocks in order. If the function throws, the export ends.
  package init(_ send: @escaping ([UInt8]) throws -> Void) {
    self.send = send
    block.reserveCapacity(Self.blockCount + 4_096)
  }

  package func write(_ text: String) throws {
    block.append(contentsOf: text.utf8)
    try sendFull()
  }

  package func write(_ bytes: [UInt8]) throws {
    block.append(contentsOf: bytes)
    try sendFull()
  }

  /// Sends the remaining bytes.
  package func flush() throws {
    guard !block.isEmpty else { return }
    try send(block)
    block.removeAll(keepingCapacity: true)
  }

  private func sendFull() throws {
    if block.count >= Self.blockCount { try flush() }
  }
}
