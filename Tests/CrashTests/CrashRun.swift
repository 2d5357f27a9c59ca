import Foundation
import TestSupport

/// The recorded operations on a profile, and the content of the profile after power cuts.
struct CrashRun {
  let folder: TemporaryFolder
  var record: CrashRecord

  /// Starts a process that writes a profile, and records its system calls.
  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    let directory = folder.url.appending(path: "life")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    let path = folder.path + "/record"
    let lines = try ProbeProcess(
      program: "CrashProbe", arguments: ["write", directory.path, path, "\(seed)"]
    ).lines()
    guard lines.isEmpty else { throw Failure(lines: lines) }
    record = try CrashRecord(path)
  }

  struct Failure: Error { let lines: [String] }

  /// The directory in which the profile was written.
  var directory: URL { folder.url.appending(path: "life") }

  /// The choices to try after each call.
  private static let choices: [Disk.Choice] = [
    .nothing, .everything, .some(percent: 50, partBytes: nil), .some(percent: 90, partBytes: nil),
    .some(percent: 10, partBytes: 4_096), .some(percent: 50, partBytes: 512),
    .some(percent: 90, partBytes: 4_096), .some(percent: 50, partBytes: nil),
  ]

  /// The findings, and the number of checked images.
  struct Result {
    var findings: [String] = []
    var imageCount = 0
    var pointCount = 0
  }

  /// Cuts the power after every call, in several ways each, and checks the remaining files.
  ///
  /// The correct state is that of the last acknowledged step or of the step after it. Before the
  /// first step, a missing profile is correct.
  ///
  /// - Parameters:
  ///   - isEarly: Whether a step counts as acknowledged when it begins, which simulates a program
  ///     that acknowledges too early.
  ///   - most: The number of findings at which the check ends.
  func cut(
    _ names: Disk.Names, seed: UInt64, isEarly: Bool = false, findings most: Int = .max
  ) throws -> Result {
    var result = Result()
    var random = SplitMix64(seed: seed)
    var disk = Disk(of: directory.path, names)
    let states = record.acknowledged
    var acknowledged = isEarly ? 1 : 0
    let checkers = try (0..<2).map { try Checker(number: $0) }
    for (point, entry) in record.entries.enumerated() {
      guard result.findings.count < most else { break }
      disk.apply(entry)
      if entry.kind == .acknowledged { acknowledged = min(acknowledged + 1, states.count) }
      result.pointCount += 1
      let right: Set<String> = [
        acknowledged == 0 ? "none" : states[acknowledged - 1],
        states[min(acknowledged, states.count - 1)],
      ]
      for (number, choice) in Self.choices.enumerated() {
        let checker = checkers[number % checkers.count]
        if let finding = try checker.finish() { result.findings.append(finding) }
        let name = "\(names), call \(point) (\(entry.kind)), choice \(number), seed \(seed)"
        try checker.begin(disk.left(choice, &random), right: right, name: name)
        result.imageCount += 1
      }
    }
    for checker in checkers {
      if let finding = try checker.finish() { result.findings.append(finding) }
    }
    return result
  }
}

/// A process that checks images, one after the other.
private final class Checker {
  private var probe: ProbeProcess
  private let directory: URL
  private var right: Set<String> = []
  private var name: String?

  init(number: Int) throws {
    probe = try ProbeProcess(program: "CrashProbe", arguments: ["check"])
    // Uses memory if possible, because the images need not be stored on a disk.
    let memory = URL(filePath: "/dev/shm")
    let place =
      FileManager.default.isWritableFile(atPath: memory.path)
      ? memory : FileManager.default.temporaryDirectory
    directory = place.appending(path: "retrace-crash-\(UUID().uuidString)-\(number)")
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Writes an image and starts its check.
  func begin(_ files: [String: [UInt8]?], right: Set<String>, name: String) throws {
    try? FileManager.default.removeItem(at: directory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let url = directory.appending(path: path)
      if let bytes {
        try Data(bytes).write(to: url)
      } else {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      }
    }
    (self.right, self.name) = (right, name)
    try probe.tell(directory.path)
  }

  /// Waits for the result, and returns what is wrong.
  func finish() throws -> String? {
    guard let name else { return nil }
    self.name = nil
    guard let answer = try probe.answer() else {
      probe = try ProbeProcess(program: "CrashProbe", arguments: ["check"])
      return "\(name): the program that opened it crashed"
    }
    return right.contains(answer) ? nil : "\(name): \(answer)"
  }
}
