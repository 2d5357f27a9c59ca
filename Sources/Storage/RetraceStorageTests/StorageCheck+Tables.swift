internal import Bytes
import RetraceEventLog

extension StorageCheck {
  static let tableChecks = [
    StorageCheck("values are set, replaced and removed") { open in
      let log = try open("log")
      func values() throws -> [[UInt8]?] {
        try log.read { reader in
          [try reader.metadata("key"), try reader.blob([0]), try reader.blob([0, 0])]
        }
      }
      try log.write { writer in
        try writer.setMetadata("key", [1])
        try writer.putBlob([0], [])
        try writer.putBlob([0, 0], [2])
      }
      try expect(values(), is: [[1], [], [2]], "The values")
      try log.write { writer in
        try writer.setMetadata("key", [3, 3])
        try writer.putBlob([0], [4])
        try writer.removeBlob([0, 0])
        try writer.removeBlob([9])
      }
      try expect(values(), is: [[3, 3], [4], nil], "The values after the second batch")
      try log.write { writer in try writer.setMetadata("key", nil) }
      try expect(values(), is: [nil, [4], nil], "The values after the third batch")
    },
    StorageCheck("keys of 1 to 511 bytes can have any bytes") { open in
      let log = try open("log")
      var keys: [[UInt8]] = (0...255).map { [UInt8($0)] }
      keys += [[UInt8](repeating: 255, count: 511), [39, 0, 34]]
      try log.write { writer in for key in keys { try writer.putBlob(key, key) } }
      for key in keys {
        try expect(log.read { reader in try reader.blob(key) }, is: key, "The blob \(key)")
      }
    },
    StorageCheck("a compaction removes the blobs and metadata that it drops") { open in
      let log = try open("log")
      try log.write { writer in
        for key in 0..<10 as Range<UInt8> { try writer.putBlob([key], [key]) }
        try writer.setMetadata("a", [1])
        try writer.setMetadata("b", [1])
      }
      try log.compact { _ in
        var changes = CompactionChanges()
        changes.keepsBlob = { $0[0] % 2 == 0 }
        changes.droppedMetadata = ["a"]
        return changes
      }
      let kept = try log.read { reader in
        try (0..<10 as Range<UInt8>).filter { try reader.blob([$0]) != nil }
      }
      try expect(kept, is: [0, 2, 4, 6, 8], "The blobs")
      try expect(log.read { reader in try reader.metadata("a") }, is: nil, "The dropped metadata")
      try expect(log.read { reader in try reader.metadata("b") }, is: [1], "Other metadata")
    },
    StorageCheck("the newest checkpoint at or before a key is found") { open in
      let log = try open("log")
      guard log.storesCheckpoints else { return }
      var random = RandomNumbers(seed: 2)
      var keys: Set<[UInt8]> = []
      for _ in 0..<300 {
        keys.insert((0...random.below(3)).map { _ in [0, 1, 127, 128, 255][random.below(5)] })
      }
      try log.write { writer in for key in keys { try writer.setCheckpoint(key, key) } }
      for _ in 0..<500 {
        let wanted = (0...random.below(4)).map { _ in
          [0, 1, 2, 127, 128, 254, 255][random.below(7)] as UInt8
        }
        let expected =
          keys.filter { !wanted.lexicographicallyPrecedes($0) }
          .max { $0.lexicographicallyPrecedes($1) }
        let found = try log.read { reader in
          try reader.withCheckpoint(atOrBefore: wanted, sharing: 0) { key, _ in
            key.copied
          }
        }
        try expect(found, is: expected, "The key at or before \(wanted)")
      }
      try log.write { writer in try writer.removeCheckpoints() }
      let isFound = try log.read { reader in
        try reader.withCheckpoint(atOrBefore: [255, 255, 255, 255], sharing: 0) { _, _ in true }
      }
      try expect(isFound, is: nil, "The checkpoints after their removal")
    },
  ]
}
