import Glibc
import RetraceEventLog

/// A separate process for the tests of the log, for what cannot be tested inside the test process.
///
/// Prints a line for each event, with a single `write(2)`.
@main
struct Probe {
  let profile: String
  let numbers: [Int]

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { return say("usage: LogProbe command profile [number …]") }
    let probe = Probe(profile: arguments[2], numbers: arguments.dropFirst(3).compactMap { Int($0) })
    do {
      try probe.run(arguments[1])
    } catch let error as LogError {
      say("\(error.reason) \(error.code)")
      exit(1)
    } catch {
      fatalError("\(error)")
    }
  }

  private func run(_ command: String) throws {
    switch command {
    case "append": try append()
    case "append-when-told": try appendWhenTold()
    case "open": try open()
    case "reopen": try reopen()
    case "compact-stopped": try compactStopped()
    case "compact-before-lock": try compactBeforeLock()
    case "compact-killed": try compactKilled()
    case "compact-when-told": try compactWhenTold()
    case "stop-while-writing": try stopWhileWriting()
    case "read": try read()
    case "read-as": try read(as: number(0, or: 0))
    case "open-as": try open(as: number(0, or: 0))
    case "read-when-told": try readWhenTold()
    case "make-traced": try makeTraced()
    case "make-stopped": try makeStopped()
    case "compact": try compact()
    case "churn": try churn()
    case "file-limit-compact": try limitCompaction()
    case "fork": try fork()
    case "file-limit": try limitFile()
    case "memory-limit": try limitMemory()
    case "fail-head": try failHead()
    case "interrupt-sync": try interruptSync()
    case "fail-space": try failSpace()
    default: Probe.say("unknown command")
    }
  }

  func number(_ index: Int, or other: Int) -> Int {
    index < numbers.count ? numbers[index] : other
  }

  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(2) }
  }

  /// The record that all tests expect under a number.
  static func record(_ sequence: UInt64) -> [UInt8] {
    Array("record \(sequence) ".utf8)
      + Array(repeating: UInt8(truncatingIfNeeded: sequence), count: Int(sequence * 37 % 200))
  }
}
