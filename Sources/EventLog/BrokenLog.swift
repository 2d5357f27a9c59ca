import Synchronization

/// What LMDB meets in a data file that is damaged ends the process, by a fault or an assertion. A
/// program that wants to say so before it ends finds here what it needs.
public enum BrokenLog {
  /// Whether an address lies in the map of a data file that is open in this process.
  ///
  /// Made for handlers of signals: it takes no lock and no memory.
  public static func isInMap(_ address: UInt) -> Bool { DataMaps.contains(address) }

  /// Is called when LMDB finds its own data wrong; it gets LMDB's words, in ASCII, and must not return.
  /// Set it before the first log is opened. Without one LMDB aborts the process.
  public static func onAssertion(_ handler: @escaping AssertionHandler) {
    unsafe assertionHandler = handler
  }

  nonisolated(unsafe) static var assertionHandler: AssertionHandler?

  public typealias AssertionHandler = @convention(c) (UnsafePointer<CChar>?) -> Void
}

/// Where the data files that are open are mapped; with more than some of them, not all are known.
enum DataMaps {
  private static let starts = [4 of Atomic<UInt>]({ _ in Atomic(0) })
  private static let ends = [4 of Atomic<UInt>]({ _ in Atomic(0) })

  static func add(at start: UInt, _ byteCount: Int) {
    for place in starts.indices {
      guard
        starts[place].compareExchange(
          expected: 0, desired: start, ordering: .sequentiallyConsistent
        ).exchanged
      else { continue }
      return ends[place].store(start &+ UInt(byteCount), ordering: .sequentiallyConsistent)
    }
  }

  static func remove(at start: UInt) {
    for place in starts.indices
    where starts[place].load(ordering: .sequentiallyConsistent) == start {
      ends[place].store(0, ordering: .sequentiallyConsistent)
      starts[place].store(0, ordering: .sequentiallyConsistent)
    }
  }

  static func contains(_ address: UInt) -> Bool {
    for place in starts.indices
    where address >= starts[place].load(ordering: .sequentiallyConsistent)
      && address < ends[place].load(ordering: .sequentiallyConsistent)
    {
      return true
    }
    return false
  }
}
