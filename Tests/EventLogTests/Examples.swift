import RetraceEventLog
import TestSupport
import Testing

/// The examples of the documentation, with the same lines.
@Suite struct Examples {
  @Test func `a log in memory`() throws {
    // example: EventLog
    let log = EventLog()
    let number = try log.write { writer in try writer.append(Array("hello".utf8)) }
    let text = try log.read { reader in
      try reader.withRecord(at: number) { bytes in
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      }
    }
    // end
    #expect(number == 1)
    #expect(text == "hello")
  }

  @Test func `a profile that is watched`() throws {
    let folder = try TemporaryFolder()
    let profile = folder.profile
    // example: ProfileWatch
    let watch = try ProfileWatch(of: profile)
    let mayHaveChanged = watch.wait(milliseconds: 0)  // false: nothing was written
    // end
    #expect(!mayHaveChanged)
    _ = try EventLog(profile: profile, access: .readWrite)
    #expect(watch.wait(milliseconds: -1))
  }

  @Test func `an error with a distinct reason`() throws {
    var sentence = ""
    // example: LogError
    do {
      _ = try EventLog(profile: "/nowhere/profile", access: .readOnly)
    } catch let error as LogError {
      // There is no profile at “/nowhere/profile”. Check the path, or …
      if error.reason == .missing { sentence = error.description }
    }
    // end
    #expect(sentence.hasPrefix("There is no profile at “/nowhere/profile”. Check the path, or "))
  }

  @Test func `a record that is removed from the file`() throws {
    let log = EventLog()
    _ = try log.write { writer in try writer.append(Array("hello".utf8)) }
    // example: CompactionChanges
    let compaction = try log.compact { reader in
      var changes = CompactionChanges()
      changes.record = { number, _ in number == 1 ? Array("gone".utf8) : nil }
      changes.appended = [Array("number \(try reader.newest() + 1)".utf8)]
      return changes
    }
    let bytes = compaction.bytesAfter
    // end
    #expect(bytes == 12)
    #expect(try log.newest() == 2)
  }

  @Test func `adjacent numbers form one range`() {
    // example: RecordRanges
    var damaged = RecordRanges()
    for number in [80, 78, 81] as [UInt64] { damaged.insert(number) }
    let ranges = damaged.ranges  // [78...78, 80...81]
    // end
    #expect(ranges == [78...78, 80...81])
  }
}
