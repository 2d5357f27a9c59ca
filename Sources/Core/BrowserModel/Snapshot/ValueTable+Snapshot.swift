internal import Bytes

extension ValueTable {
  /// Writes the values, by owner.
  func put(_ writer: inout ByteWriter) {
    let owners = owners
    writer.put(count: owners.count)
    var previous = EventID.nothing
    for owner in owners {
      writer.put(byte: owner.kind)
      writer.put(owner.event, near: previous)
      let list = self[owner]
      writer.put(count: list.count)
      for entry in list {
        writer.put(fixed: UInt64(bitPattern: entry.key.rawValue))
        writer.put(entry.source, near: owner.event)
      }
      previous = owner.event
    }
  }

  /// Reads the output of ``put(_:)``.
  mutating func read(_ reader: inout ByteReader) {
    var previous = EventID.nothing
    for _ in 0..<reader.count() {
      let kind = reader.byte()
      let event: EventID = reader.id(near: previous)
      let count = reader.count()
      guard let owner = ValueOwner(kind: kind, event), count > 0 else { return reader.damage() }
      for _ in 0..<count {
        let key = ValueKey(rawValue: Int64(bitPattern: reader.fixed(UInt64.self)))
        let source: EventID = reader.id(near: event)
        guard source.exists, !self[owner, key].exists else { return reader.damage() }
        set(owner, Entry(key: key, source: source))
      }
      previous = event
    }
  }
}
