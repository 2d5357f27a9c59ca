import Foundation
import Platform
import TestSupport
import Testing

@testable import HistoryStorage

struct HistoryFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/state/demo/history" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(limit: Int = 100) -> HistoryFile {
    HistoryFile(path: path, limit: limit)
  }

  /// A file that contains few lines, but is longer than the part that is read at once.
  private var shortRead: HistoryFile {
    HistoryFile(path: path, limit: 100, largestBytes: 64 << 10)
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state/demo", withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test func `lines are read back in order, and only once`() {
    let file = file()
    #expect(file.changes() == .none)
    #expect(file.append("open one"))
    #expect(file.changes() == .replaced(["open one"]))
    #expect(file.append("öpen\ntwo"))
    #expect(file.changes() == .appended(["öpen\ntwo"]))
    #expect(file.changes() == .none)
    #expect(self.file().changes() == .replaced(["open one", "öpen\ntwo"]))
  }

  @Test func `a line that repeats the previous one is dropped`() {
    let file = file()
    for line in ["a", "a", "b", "a"] { #expect(file.append(line)) }
    #expect(file.changes() == .replaced(["a", "b", "a"]))
  }

  @Test func `only the owner can read the file`() throws {
    #expect(file().append("a"))
    #expect(try mode(path) == 0o600)
    #expect(try mode(folder.path + "/state") == 0o700)
    #expect(try mode(folder.path + "/state/demo") == 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(file().append("b"))
    #expect(try mode(path) == 0o600)
  }

  @Test(.timeLimit(.minutes(30))) func `several programs do not lose lines`() async throws {
    let path = path
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          let file = HistoryFile(path: path, limit: 1_000)
          for line in 0..<50 {
            // On a busy machine, a program may wait for the lock in vain. It can then try again.
            while !file.append("writer \(writer) line \(line)") {}
          }
        }
      }
    }
    guard case .replaced(let lines) = file(limit: 1_000).changes() else {
      Issue.record("The file is not read")
      return
    }
    for writer in 0..<4 {
      let own = lines.filter { $0.hasPrefix("writer \(writer) ") }
      #expect(own == (0..<50).map { "writer \(writer) line \($0)" })
    }
    #expect(lines.count == 200)
  }

  @Test func `lines are forgotten in this program and in others`() throws {
    let file = file()
    let other = self.file()
    for line in ["a", "secret", "b", "secret too"] { #expect(file.append(line)) }
    #expect(other.changes() == .replaced(["a", "secret", "b", "secret too"]))
    #expect(try file.remove { $0.line.contains("secret") } == 2)
    #expect(other.changes() == .replaced(["a", "b"]))
    #expect(other.append("c"))
    #expect(file.changes() == .replaced(["a", "b", "c"]))
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("secret"))
    #expect(try mode(path) == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/demo").count == 1)
  }

  @Test func `forgetting a missing line changes nothing`() throws {
    #expect(try file().remove { _ in true } == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(file().append("a"))
    let before = try FileMark.of(path)
    #expect(try file().remove { $0.line == "b" } == 0)
    #expect(try FileMark.of(path) == before)
  }

  @Test func `the newest lines are kept, and a long file is truncated`() throws {
    let file = file(limit: 10)
    for line in 0..<15 { #expect(file.append("\(line)")) }
    #expect(file.changes() == .replaced((5..<15).map(String.init)))
    for line in 15..<30 { #expect(self.file(limit: 10).append("\(line)")) }
    #expect(self.file(limit: 10).changes() == .replaced((20..<30).map(String.init)))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 11)
  }

  @Test func `an incomplete line does not damage the next one`() throws {
    try write("_HiStOrY_V2_\nopen\\040o")
    #expect(file().append("b"))
    #expect(file().changes() == .replaced(["open o", "b"]))
  }

  @Test func `a repeated header is not an entry`() throws {
    try write("_HiStOrY_V2_\na\n_HiStOrY_V2_\nb\n")
    #expect(file().changes() == .replaced(["a", "b"]))
  }

  @Test(arguments: ["my notes\n", "x", "_HiStOrY_V1_\na\n"])
  func `a file that is not a history is unchanged`(text: String) throws {
    try write(text)
    let file = file()
    #expect(file.changes() == .none)
    #expect(file.problem != nil)
    #expect(!file.append("a"))
    #expect(throws: SystemError.self) { try file.remove { _ in true } }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `a folder at the path of the history is reported`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = file()
    #expect(!file.append("a"))
    #expect(file.changes() == .none)
    #expect(file.problem?.contains(path) == true)
  }

  @Test func `an empty file becomes a history`() throws {
    try write("")
    let file = file()
    #expect(file.changes() == .replaced([]))
    #expect(file.append("a"))
    #expect(file.changes() == .replaced(["a"]))
  }

  @Test func `if the file is removed, its lines are removed`() throws {
    let file = file()
    #expect(file.append("a"))
    #expect(file.changes() == .replaced(["a"]))
    try FileManager.default.removeItem(atPath: path)
    #expect(file.changes() == .replaced([]))
    #expect(file.changes() == .none)
  }

  @Test func `a replaced file is read again`() throws {
    let file = file()
    #expect(file.append("a"))
    #expect(file.changes() == .replaced(["a"]))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("_HiStOrY_V2_\nb\nc\nd\n".utf8))
    try handle.close()
    #expect(file.changes() == .replaced(["b", "c", "d"]))
  }

  @Test func `a symbolic link is preserved when lines are forgotten`() throws {
    try write("_HiStOrY_V2_\na\nb\n")
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try HistoryFile(path: link).remove { $0.line == "a" }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(file().changes() == .replaced(["b"]))
  }

  // MARK: Owners

  @Test func `every owner sees all lines and forgets only its own`() throws {
    let file = file()
    for (owner, line) in [
      (nil, "old"), ("a", "one"), ("a", "two"), ("b", "one"), (nil, "nobody's"), ("a", "three"),
    ] {
      file.owner = owner
      #expect(file.append(line))
    }
    let lines = ["old", "one", "two", "one", "nobody's", "three"]
    #expect(self.file().changes() == .replaced(lines))
    #expect(try file.entries().map(\.owner) == [nil, "a", "a", "b", nil, "a"])
    #expect(try file.remove { $0.owner == "a" } == 3)
    let left = [("old", nil), ("one", "b"), ("nobody's", nil)]
    #expect(try file.entries() == left.map { HistoryFile.Entry($0.0, owner: $0.1) })
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "_HiStOrY_V2_\nold\n#owner:b\none\n#owner:\nnobody's\n")
  }

  @Test func `a line that looks like an owner is a line`() throws {
    let file = file()
    file.owner = "a"
    for line in ["#owner:b", "x", "#owner:", "#own"] { #expect(file.append(line)) }
    let entries = try file.entries()
    #expect(entries.map(\.line) == ["#owner:b", "x", "#owner:", "#own"])
    #expect(entries.allSatisfy { $0.owner == "a" })
  }

  @Test func `owners are preserved when a long file is truncated`() throws {
    for line in 0..<30 {
      let file = file(limit: 10)
      file.owner = line % 3 == 0 ? "a" : "b"
      #expect(file.append("\(line)"))
    }
    #expect(file(limit: 10).changes() == .replaced((20..<30).map(String.init)))
    #expect(
      try file().entries()
        == (20..<30).map { HistoryFile.Entry("\($0)", owner: $0 % 3 == 0 ? "a" : "b") })
  }

  @Test func `the newest lines of a very long file are preserved`() throws {
    try write("_HiStOrY_V2_\n")
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    let block = Data((String(repeating: "x", count: 1 << 10) + "\n").utf8)
    for number in 0..<66 {
      try handle.write(contentsOf: Data("line\(number)\n".utf8))
      try handle.write(contentsOf: block)
    }
    try handle.write(contentsOf: Data("secret\nnewest\n".utf8))
    try handle.close()
    #expect(try shortRead.remove { $0.line == "secret" || $0.line.hasPrefix("x") } == 67)
    let lines = try file().entries().map(\.line)
    #expect(lines == (0..<66).map { "line\($0)" } + ["newest"])
  }

  @Test func `the newest lines of a very long file are offered`() throws {
    try write("_HiStOrY_V2_\n")
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 70 << 10)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\nnewest\n".utf8))
    try handle.close()
    guard case .replaced(let lines) = shortRead.changes() else {
      Issue.record("The file is not read")
      return
    }
    #expect(lines.last == "newest")
  }

  // MARK: Files of other programs

  @Test(arguments: [true, false])
  func `the mode of a file that is not a history is unchanged`(isLinked: Bool) throws {
    try write("my notes\n")
    let link = folder.path + "/link"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let file = HistoryFile(path: isLinked ? link : path)
    #expect(!file.append("a"))
    #expect(throws: SystemError.self) { try file.remove { _ in true } }
    #expect(throws: SystemError.self) { try file.entries() }
    #expect(try mode(path) == 0o644)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "my notes\n")
  }

  @Test func `an empty or missing target of a link does not become a history`() throws {
    try write("")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    for target in [path, folder.path + "/nothing"] {
      let link = folder.path + "/link to \((target as NSString).lastPathComponent)"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(!HistoryFile(path: link).append("a"))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "")
    #expect(try mode(path) == 0o644)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/nothing"))
  }
}
