import Catalogue
internal import Notation
import Platform
import RetraceEventLog
import RetraceStore
import Sync

/// The delay before a retry. It doubles with each retry, and is randomized so that devices do not
/// all retry at the same time.
struct RetryDelay {
  private var milliseconds: Int32 = 500

  private static let longest: Int32 = 30_000

  mutating func next() -> Int32 {
    defer { milliseconds = min(2 * milliseconds, Self.longest) }
    return .random(in: milliseconds / 2...milliseconds)
  }
}
