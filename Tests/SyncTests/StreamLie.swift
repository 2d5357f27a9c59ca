import Sync
import TestSupport

/// What a server may tell instead of what its stream has.
enum StreamLie: CaseIterable {
  case behind, withoutOne, repeating, reordering, changing

  /// What it tells of messages.
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
