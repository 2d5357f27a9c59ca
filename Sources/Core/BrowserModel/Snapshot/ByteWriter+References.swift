package import Bytes

extension ByteWriter {
  /// Writes the id of an event.
  package mutating func put(_ sequence: EventID) { put(signed: Int64(sequence.rawValue)) }

  /// Writes an id.
  package mutating func put(_ id: some EventReference) { put(id.event) }

  /// Writes an id as its distance from another id. The distance takes few bytes if the ids are
  /// close.
  @inline(__always)
  package mutating func put(_ id: some EventReference, near other: some EventReference) {
    put(signed: Int64(id.rawValue) - Int64(other.rawValue))
  }

  /// Writes an id that may be ``EventReference/nothing`` as its distance from another id. `nothing`
  /// takes one byte.
  @inline(__always)
  package mutating func put(optional id: some EventReference, near other: some EventReference) {
    guard id.exists else { return put(0) }
    put(Self.zigzag(Int64(id.rawValue) - Int64(other.rawValue)) + 1)
  }
}
