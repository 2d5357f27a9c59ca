// Functions that read records and derived data.
extension PageLog {
  /// Visits the records in the leaves found by ``findLeaves()``, in the order of their numbers,
  /// until `body` returns false.
  ///
  /// - Complexity: O(log leaves + records visited).
  package func scan(
    from first: UInt64, through last: UInt64, _ body: (UInt64, RawSpan) -> Bool
  ) {
    let walk = TreeWalk(file, filePages: filePages) { _ in true }
    var next = first
    for place in place(of: first)..<leaves.count {
      guard next <= last, leaves[place].first <= last else { return }
      for entry in entries(of: leaves[place]) {
        guard let sequence = entry.sequence, sequence >= next else { continue }
        guard sequence <= last else { return }
        next = sequence + 1
        guard walk.withBytes(of: entry, { body(sequence, $0) }) ?? true else { return }
      }
    }
  }

  /// Calls a closure with the bytes of a record. Returns nil if no leaf contains the record.
  package func withRecord<Value>(at sequence: UInt64, _ body: (RawSpan) -> Value) -> Value? {
    var value: Value?
    scan(from: sequence, through: sequence) { _, bytes in
      value = body(bytes)
      return false
    }
    return value
  }

  /// Visits the checkpoints with their keys, their bytes and their locations in the file.
  package func visitCheckpoints(_ body: (_ key: [UInt8], _ bytes: RawSpan, StoredBytes) -> Void) {
    guard let tree = tables()["checkpoints"] else { return }
    var walk = TreeWalk(file, filePages: filePages) { _ in true }
    walk.visit(tree, .checkpoints) { walk, entry in
      let key = Array(entry.page.bytes[entry.key])
      let stored = StoredBytes(offset: walk.place(of: entry), byteCount: entry.byteCount)
      _ = walk.withBytes(of: entry) { body(key, $0, stored) }
    }
  }

  /// The location of bytes in the file.
  package struct StoredBytes: Sendable {
    let offset: UInt64
    let byteCount: Int
  }

  /// Calls a closure with the bytes at a location. Returns nil if the bytes cannot be read.
  package func withBytes<Value>(_ stored: StoredBytes, _ body: (RawSpan) -> Value) -> Value? {
    let page = try? Page(
      reading: stored.byteCount, at: Int(stored.offset), of: file.descriptor)
    return page?.withBytes(0..<stored.byteCount, body)
  }

  /// Returns the index of the only leaf that can contain a record, or 0 if no leaf can.
  private func place(of sequence: UInt64) -> Int {
    var (low, high) = (0, leaves.count)
    while low < high {
      let middle = (low + high) / 2
      if leaves[middle].first <= sequence { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  private func entries(of leaf: Leaf) -> [TreeWalk.Entry] {
    guard let page = try? file.page(leaf.page, .leaf) else { return [] }
    return PageLayout(page, isLeaf: true).nodes.map { node in
      TreeWalk.Entry(
        page: page, number: leaf.page, key: node.key, byteCount: node.byteCount,
        value: node.value, kind: node.kind)
    }
  }
}
