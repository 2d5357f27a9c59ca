import Sync
import TestSupport

/// A way in which a server misrepresents its stream.
enum StreamLie: CaseIterable {
  case behind, withoutOne, repeating, reordering, changing

  /// Returns the messages that the server returns instead of the actual messages.
  func told(of messages: [StreamMessage], _ random: inout SplitMix64) -> [StreamMessage] {
    guard !messages.isEmpty else { return [] }
    var told = messages
    let index = random.below(messages.count)
    switch self {
    case .behind: return Array(messages[..<index])
    case .withoutOne: told.remove(at: index)
    case .repeating: told.insert(messages[index], at: index)
    case .reordering: told.swapAt(index, random.below(messages.count))
    case .changing:
      var bytes = messages[index].bytes
      if !bytes.isEmpty { bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8)) }
      told[index] = StreamMessage(
        position: messages[index].position, milliseconds: messages[index].milliseconds, bytes: bytes
      )
    }
    return told
  }
}
