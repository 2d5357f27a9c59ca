import BrowserModel
import CrashRecorder
import Glibc
import RetraceEventLog
import RetraceStore
import TestSupport

/// One process writes a profile while its system calls are recorded. Another one reports the
/// content of images of such a profile.
@main
struct CrashProbe {
  static func main() {
    let arguments = CommandLine.arguments
    do {
      switch arguments.dropFirst().first {
      case "write" where arguments.count == 5:
        try write(in: arguments[2], record: arguments[3], seed: UInt64(arguments[4]) ?? 0)
      case "check": check()
      default: say("usage: CrashProbe write directory record seed | check")
      }
    } catch {
      say("failed \(error)")
    }
  }

  // MARK: Writing

  /// `write directory record seed`: performs the typical operations on a profile, from its creation
  /// on, and acknowledges each step with the resulting state.
  private static func write(in directory: String, record: String, seed: UInt64) throws {
    crash_recorder_begin(directory, record)
    // The map is small, so that it must grow.
    let log = try EventLog(
      profile: profile(in: directory), access: .readWrite, mapBytes: 256 << 10)
    let store = try Store(log) { 1_700_000_000_000 }
    crash_recorder_acknowledge(try fingerprint(store))
    var steps = RandomSteps(seed: seed)
    for number in 1...stepCount {
      switch number {
      case 40, 110: try log.compact()
      case 60: try store.mark("before")
      case 70: try branch(store)
      case 80: try visitAndForget(store)
      case stepCount: try appendMany(store)
      default: _ = try store.perform(steps.next(store.readState()))
      }
      crash_recorder_acknowledge(try fingerprint(store))
    }
  }

  private static let stepCount = 220

  /// A step that ends on the main branch, because that is the branch after opening.
  private static func branch(_ store: Store) throws {
    let branch = try store.branch("other").events[0].sequence
    crash_recorder_acknowledge(try fingerprint(store))
    try store.switchBranch(to: BranchID(branch))
    try store.perform(.open(OpenTab(Destination("http://branch.example/"))))
    try store.switchBranch(to: .nothing)
  }

  private static func visitAndForget(_ store: Store) throws {
    try store.perform(.open(OpenTab(Destination("http://qzkxj.example/"))))
    crash_recorder_acknowledge(try fingerprint(store))
    // If this is interrupted, the process that opens the profile next completes it.
    try store.forget(.site("qzkxj.example"), by: Origin(.policy))
  }

  /// Appends a batch like that of an import, followed by checkpoints and an index.
  private static func appendMany(_ store: Store) throws {
    try store.append(by: Origin()) { batch in
      for _ in 0..<1_500 { try batch.append(.window(.opened(WindowOpened()))) }
    }
    crash_recorder_acknowledge(try fingerprint(store))
    while store.indexSomeVisits() {}
  }

  // MARK: Checking

  /// `check`: reads directories, one in each line, and reports the content of the profile in each
  /// directory.
  private static func check() {
    while let directory = readLine() {
      do { say(try state(in: directory)) } catch { say("failed \(error)") }
    }
  }

  private static func state(in directory: String) throws -> String {
    let path = profile(in: directory)
    guard access(path, F_OK) == 0 else { return "none" }
    let store = try Store(EventLog(profile: path, access: .readWrite)) { 1_700_000_000_000 }
    let found = try fingerprint(store)
    guard store.damagedEvents.isEmpty else { return "damaged" }
    guard !store.log.isOlderThanNoted else { return "older than its note" }
    // The profile must be writable.
    try store.perform(.addBookmark(NewBookmark(.bookmark, url: "http://later.example/")))
    return try store.readState().brokenInvariants().isEmpty ? found : "unsound"
  }

  private static func profile(in directory: String) -> String { directory + "/profile" }

  /// The newest event, all records, and the state that results from them.
  private static func fingerprint(_ store: Store) throws -> String {
    var records = Hash()
    try store.log.read { reader in
      try reader.scan { (number, bytes) in
        records.add(number)
        bytes.withUnsafeBytes { for byte in $0 { records.add(byte) } }
        return true
      }
    }
    let state = try store.readState()
    var words = Hash()
    for byte in state.browser.snapshot() { words.add(byte) }
    for byte in state.library.snapshot() { words.add(byte) }
    return "\(state.browser.sequence.rawValue) \(records.value) \(words.value)"
  }
}

extension CrashProbe {
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard Glibc.write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(2) }
  }
}

/// FNV-1a.
private struct Hash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
