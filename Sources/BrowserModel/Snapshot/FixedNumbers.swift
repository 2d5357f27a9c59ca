/// Numbers of four bytes, little-endian, at places that are known: what is searched without being read.
extension UnsafeRawBufferPointer {
  @inline(__always)
  package func number(at offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A number that counts something; one that cannot be is a very large one.
  @inline(__always)
  package func count(at offset: Int) -> Int {
    Int(truncatingIfNeeded: Swift.min(number(at: offset), 0x3FFF_FFFF))
  }

  @inline(__always)
  package func sequence(at offset: Int) -> Sequence {
    Sequence(Int32(bitPattern: number(at: offset)))
  }

  /// Of entries that begin with rising ids, the last that is not beyond one; −1 where all are.
  ///
  /// - Complexity: O(log count).
  func lastEntry(atOrBefore id: Sequence, count: Int, from start: Int, stride: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low &+ high) / 2
      if sequence(at: start &+ middle &* stride).rawValue.magnitude <= id.rawValue.magnitude {
        low = middle &+ 1
      } else {
        high = middle
      }
    }
    return low &- 1
  }
}

extension SnapshotWriter {
  mutating func put(fixed sequence: Sequence) { put(fixed: UInt32(bitPattern: sequence.rawValue)) }
}
