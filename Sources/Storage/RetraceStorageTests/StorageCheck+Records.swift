import RetraceEventLog

/// The error with which a check drops a batch.
private struct Drop: Error {}

extension StorageCheck {
  static let recordChecks = [
    StorageCheck("an empty storage has no records") { open in
      let log = try open("log")
      try expect(log.read { reader in try reader.newest() }, is: 0, "The newest number")
      try expect(log.records(), is: [], "All records")
      try expect(log.record(at: 1), is: nil, "Record 1")
    },
    StorageCheck("records have the numbers 1, 2, 3 and so on") { open in
      let log = try open("log")
      let numbers = try log.write { writer in
        [try writer.append([1]), try writer.append([2, 2]), try writer.append([3, 3, 3])]
      }
      try expect(numbers, is: [1, 2, 3], "The numbers of the records")
      try expect(log.write { writer in try writer.append([4]) }, is: 4, "The next number")
      try expect(log.records(), is: [[1], [2, 2], [3, 3, 3], [4]], "All records")
      try expect(log.records(backwards: true), is: [[4], [3, 3, 3], [2, 2], [1]], "Backwards")
      try expect(log.record(at: 2), is: [2, 2], "Record 2")
      try expect(log.record(at: 5), is: nil, "Record 5")
    },
    StorageCheck("a scan visits a range and can end early") { open in
      let log = try open("log")
      try log.write { writer in
        for number in 1...9 as ClosedRange<UInt8> { try writer.append([number]) }
      }
      func visited(_ first: UInt64, _ last: UInt64, backwards: Bool, limit: Int) throws -> [UInt64]
      {
        var visited: [UInt64] = []
        try log.read { reader in
          try reader.scan(from: first, through: last, backwards: backwards) { number, _ in
            visited.append(number)
            return visited.count < limit
          }
        }
        return visited
      }
      try expect(visited(3, 5, backwards: false, limit: 9), is: [3, 4, 5], "3 to 5")
      try expect(visited(3, 5, backwards: true, limit: 9), is: [5, 4, 3], "5 to 3")
      try expect(visited(0, .max, backwards: true, limit: 2), is: [9, 8], "The newest two")
      try expect(visited(8, 99, backwards: false, limit: 9), is: [8, 9], "8 to 99")
      try expect(
        log.damagedRecords.isEmpty, "The log reports missing records, but none are missing.")
    },
    StorageCheck("a dropped batch changes nothing") { open in
      let log = try open("log")
      try log.write { writer in
        try writer.append([1])
        try writer.setMetadata("key", [1])
        try writer.putBlob([7], [1])
      }
      for throwing in [false, true] {
        do {
          try log.write(commits: false) { writer in
            try writer.append([2])
            try writer.rewrite(at: 1, with: [9, 9])
            try writer.setMetadata("key", [2])
            try writer.setMetadata("other", [2])
            try writer.removeBlob([7])
            try writer.setCheckpoint([5], [5])
            if throwing { throw Drop() }
          }
        } catch is Drop {}
        try expect(log.records(), is: [[1]], "The records")
        try log.read { reader in
          try expect(reader.metadata("key"), is: [1], "The metadata")
          try expect(reader.metadata("other"), is: nil, "Other metadata")
          try expect(reader.blob([7]), is: [1], "The blob")
          let hasCheckpoint = try reader.withCheckpoint(atOrBefore: [5], sharing: 0) { _, _ in true
          }
          try expect(hasCheckpoint, is: nil, "The checkpoint")
        }
      }
      try expect(log.write { writer in try writer.append([2]) }, is: 2, "The next number")
    },
    StorageCheck("a batch sees its own changes") { open in
      let log = try open("log")
      try log.write { writer in
        try writer.append([1])
        try writer.rewrite(at: 1, with: [2, 2])
        try writer.setMetadata("key", [3])
        try expect(writer.reader.newest(), is: 1, "The newest number")
        let record = try writer.reader.withRecord(at: 1) { $0.byteCount }
        try expect(record, is: 2, "The length of the record")
        try expect(writer.reader.metadata("key"), is: [3], "The metadata")
      }
    },
    StorageCheck("rewritten records keep their numbers after a compaction") { open in
      let log = try open("log")
      try log.write { writer in
        for number in 1...5_000 { try writer.append([UInt8(truncatingIfNeeded: number)]) }
      }
      let long = [UInt8](repeating: 7, count: 9_000)
      try log.write { writer in try writer.rewrite(at: 2, with: long) }
      try log.compact { _ in
        var changes = CompactionChanges()
        changes.record = { number, _ in number % 1_000 == 0 ? [0, 0] : nil }
        changes.appended = [[1, 2, 3]]
        return changes
      }
      var expected = (1...5_000).map { [UInt8(truncatingIfNeeded: $0)] }
      expected[1] = long
      for number in stride(from: 1_000, through: 5_000, by: 1_000) {
        expected[number - 1] = [0, 0]
      }
      expected.append([1, 2, 3])
      try expect(log.records() == expected, "The records after the compaction are different.")
    },
    StorageCheck("records of 16 MiB can be stored") { open in
      let log = try open("log")
      let bytes = [UInt8](repeating: 5, count: EventLog.maximumRecordBytes)
      _ = try log.write { writer in try writer.append(bytes) }
      try expect(log.record(at: 1) == bytes, "The record is different.")
    },
    StorageCheck("random batches lead to the same records as an array") { open in
      var random = RandomNumbers(seed: 1)
      var log: EventLog? = try open("log")
      var expected: [[UInt8]] = []
      for step in 0..<200 {
        let isKept = random.below(4) > 0
        var after = expected
        try log?.write(commits: isKept) { writer in
          for _ in 0...random.below(5) {
            let bytes = random.bytes(1 + random.below(300))
            if after.isEmpty || random.below(3) > 0 {
              try writer.append(bytes)
              after.append(bytes)
            } else {
              let place = random.below(after.count)
              try writer.rewrite(at: UInt64(place + 1), with: bytes)
              after[place] = bytes
            }
          }
        }
        if isKept { expected = after }
        if step % 20 == 19 {
          // A process can open a log only once.
          log = nil
          log = try open("log")
        }
        try expect(log?.records() == expected, "The records differ after batch \(step).")
      }
    },
  ]
}
