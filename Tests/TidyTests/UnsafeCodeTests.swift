import Testing

/// The files that use `unsafe`. The compiler guarantees the memory safety of all other files
/// (`.strictMemorySafety()`), so these files need the most careful reviews.
@Suite struct UnsafeCodeTests {
  /// The files with unsafe code, by the folders of their modules.
  private static let known: [String: [String]] = [
    "Core/Addresses": [
      "Parser/Block", "Parser/Bytes", "Parser/Writer",
    ],
    "Core/BrowserModel": [
      "Select/BytePattern"
    ],
    "Core/Bytes": [
      "ByteReader", "Checksum", "RawSpan+Bytes",
    ],
    "Core/EventCoding": [
      "MemoryLog"
    ],
    "Storage/RetraceEventLog": [
      "Backup/BackupIncrement", "BrokenLog", "Compaction/EnvironmentCopy", "Compaction/FileGrowth",
      "Files/FileSystem", "Files/FileSystemKind", "Files/Page", "Files/PageFile", "LMDB/Cursor",
      "LMDB/Environment", "LMDB/Environment+Displacement", "LMDB/Environment+Opening",
      "LMDB/LockFile", "LMDB/SequenceKey", "LMDB/Transaction", "LMDB/Transaction+Records",
      "LogError", "LogStatistics", "Metadata", "Profile/CleanShutdownMark",
      "Profile/LeftoverFiles", "Profile/Marker", "Profile/NewestSequenceFile", "Profile/Profile",
      "Profile/Profile+Creation", "Profile/ProfileRecords", "Profile/UnfinishedDirectory",
      "Writer",
    ],
    "RetraceStore": [
      "BatchWriter", "BorrowedReader", "EventBlock", "Forgetting/AddressSearch",
      "Visits/PageKey",
    ],
    "Support/Notation": [
      "EventJSON", "JSON/JSONParser", "Time/TimeZone", "Time/Timestamp",
    ],
    "Support/Platform": [
      "ConditionLock", "CoreDumps", "Errno", "FileChanges", "FileDescriptor", "FileTree",
      "HiddenLine", "ListeningSocket", "LocalSocket", "LoopbackSocket", "ProcessContext",
      "ProcessLauncher", "SignalAction", "SignalInbox", "StartedProcess", "StopSignals", "Terminal",
      "TerminalGuard",
      "WakePipe", "WorkThread",
    ],
    "Support/HistoryStorage": [
      "FileMark", "LockedFile", "OpenFile",
    ],
    "Commands/Catalogue": [
      "System/LineReader", "System/MapFault",
    ],
    "CLibrary": [
      "Asking", "Doing", "KeptText", "Looking", "Opening", "PassedText", "ReusableBuffer",
      "ThreadResults",
    ],
    "Inspector/File": [
      "GzipStream"
    ],
    "JavaScript": [
      "Act/ActingCalls", "Look/Answer", "Look/LookingCalls",
    ],
    "Console/LineEditing": [
      "EditSession", "LineEditor+Messages", "LineEditor+Reading", "TextLocale", "WideBuffer",
    ],
    "Exchange": [
      "Files/CharacterSet", "Files/FileBytes", "Firefox/FirefoxPack", "SQL/Database",
      "SQL/Statement",
    ],
    "Programs/retrace-bench": [
      "Clock", "Floor", "TerminalRun",
    ],
    "Sync": [
      "JetStream/ConnectLimit", "JetStream/JetStreamConnection", "JetStream/JetStreamFault",
      "JetStream/JetStreamSubscription", "PostgreSQL/PostgreSQLConnection", "Sodium",
    ],
  ]

  /// Whether a line contains unsafe code: an expression, an attribute, or a variable that is not
  /// protected by a lock.
  private static func isUnsafe(_ line: Substring) -> Bool {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    return code.contains(#/(?:^|[ \(@\{\[])unsafe(?:[ \)]|$)/#)
  }

  @Test func `unsafe code is confined to the files listed here`() throws {
    let files = try SourceTree(["Sources"]).files.filter { $0.lines.contains(where: Self.isUnsafe) }
    let named = Self.known.flatMap { module, names in names.map { "Sources/\(module)/\($0).swift" }
    }
    #expect(files.map(\.path).sorted() == named.sorted())
  }

  @Test(arguments: [
    "    guard unsafe access(path, mode) == 0 else { return }", "  @unsafe func load() {",
    "  nonisolated(unsafe) static var room = 0", "unsafe free(word)", "let words = [unsafe word]",
  ])
  func `unsafe code is detected`(line: String) { #expect(Self.isUnsafe(line[...])) }

  @Test(arguments: [
    "  /// It is unsafe to keep it.", "  let isSafe = true // unsafe otherwise",
    "      \"--enable-unsafe-extension-debugging\",", "    bytes.withUnsafeBytes { $0.count }",
  ])
  func `other code is not detected as unsafe`(line: String) { #expect(!Self.isUnsafe(line[...])) }

  /// The compiler (Swift 6.3) ignores the padding between fields if a global variable is
  /// initialised directly with a C structure. The variable is then too small, and writing it
  /// overwrites its neighbour. A variable that is initialised with nil or by a closure has the
  /// correct size.
  @Test func `no global is a structure of C from the start`() throws {
    let global = #/\b(?:static (?:var|let)|nonisolated\(unsafe\) var) \w+(?:: \w+)? = [a-z]\w*\(\)/#
    for file in try SourceTree(["Sources"]).files {
      for (number, line) in file.lines.enumerated() where line.contains(global) {
        Issue.record("\(file.path):\(number + 1)")
      }
    }
  }

  @Test func `every module is compiled with the checks`() throws {
    let package = try SourceTree.text("Package.swift")
    #expect(package.contains("let settings = plainSettings + [.strictMemorySafety()]"))
    let lines = SourceTree.lines(of: package)
    let tests = try #require(lines.firstIndex { $0.contains("// Tests, and the programs") })
    #expect(!lines[..<tests].contains { $0.contains("swiftSettings: testSettings") })
  }
}
