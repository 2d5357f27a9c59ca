import Glibc
import TestSupport
import Testing

@testable import EventLog

/// What a process holds in memory of a log that it looks records up in.
@Suite(.serialized) struct PageTests {
  private static let count: UInt64 = 120_000

  /// A log of some 20 MB, and how many KiB of its file stay in memory after look-ups all over it.
  private func keptKiB(keepsPages: Bool) throws -> Int {
    let folder = try TemporaryFolder()
    let log = try EventLog(
      profile: folder.profile, access: .readWrite, mapBytes: Environment.usualMapBytes,
      keepsPages: keepsPages)
    try log.write { writer in
      for sequence in 1...Self.count { try writer.append(expectedRecord(sequence)) }
    }
    try log.read { reader in
      var random = SplitMix64(seed: 3)
      for _ in 0..<2_000 {
        let sequence = UInt64(random.below(Int(Self.count))) + 1
        let found = try reader.bytes(at: sequence)
        #expect(found == expectedRecord(sequence))
      }
    }
    return try residentKiB(of: folder.profile)
  }

  @Test func `a log that does not keep its pages reads the same, and stays small`() throws {
    let kept = try keptKiB(keepsPages: true)
    let letGo = try keptKiB(keepsPages: false)
    #expect(kept > 10_000)
    #expect(letGo < 4_096)
  }

  /// A batch reads what it has put itself, which is nowhere in the file yet.
  @Test func `a batch that looks up what it has put is not disturbed`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite, keepsPages: false)
    try log.write { writer in
      for sequence in 1...2_000 as ClosedRange<UInt64> {
        try writer.append(expectedRecord(sequence))
        let earlier = sequence / 2 + 1
        let found = try writer.reader.bytes(at: earlier)
        #expect(found == expectedRecord(earlier))
      }
    }
    #expect(try log.hasOnlyExpectedRecords())
  }

  /// How much of the files under a folder is mapped and present in this process.
  private func residentKiB(of folder: String) throws -> Int {
    let path = unsafe try #require(realpath(folder, nil))
    defer { unsafe free(path) }
    let prefix = unsafe String(cString: path)
    var isInside = false
    var sum = 0
    for line in try text(of: "/proc/self/smaps").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count >= 5, words[1].count == 4 {
        isInside = words.last.map { $0.hasPrefix(prefix) } ?? false
      } else if isInside, words.first == "Rss:" {
        sum += words.count > 1 ? Int(words[1]) ?? 0 : 0
      }
    }
    return sum
  }

  /// A file whose size nobody knows before it was read.
  private func text(of path: String) throws -> String {
    let file = unsafe try #require(fopen(path, "r"))
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
