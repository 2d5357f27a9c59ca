internal import CommandKit
internal import Notation
internal import Platform
internal import RetraceStore

/// A report about a profile: its masked copy, with a description in the file `report.json`.
struct ProfileReport {
  private let directory: String
  private let copy: MaskedProfile
  private let findings: VerificationAnswer

  /// Creates a report, completely or not at all.
  ///
  /// - Parameters:
  ///   - directory: The directory of the report, which must not exist.
  ///   - findings: The result of verifying the profile.
  ///   - copying: Creates the masked copy in an empty directory.
  static func make(
    in directory: String, _ findings: VerificationAnswer,
    copying: (_ draft: String) throws -> MaskedProfile
  ) throws -> ProfileReport {
    let parent = directory.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let isAtRoot = directory.utf8.first == UInt8(ascii: "/")
    let folder = parent.isEmpty ? (isAtRoot ? "/" : ".") : parent
    let draft = try writing(directory) {
      try FileTree.makeTemporaryFolder(in: folder)
    }
    do {
      let report = ProfileReport(
        directory: directory, copy: try copying(draft), findings: findings)
      var json = JSONWriter()
      json.object { report.write(to: &$0) }
      json.endLine()
      try writing(directory) {
        try FileDescriptor.writeFile(draft + "/report.json", json.bytes)
        // This fails if a directory with contents has appeared there meanwhile.
        try FileTree.rename(draft, to: directory)
      }
      return report
    } catch {
      FileTree.removeFolder(draft)
      throw error
    }
  }

  private static func writing<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws -> Value {
    do { return try body() } catch {
      throw CommandError(SystemError(code: error.rawValue, operation: "write", path: path))
    }
  }

  /// The answer of `report`.
  func answer(in context: CommandContext) -> Answer {
    guard !context.printsJSON else {
      return Answer { json in
        json.object("report") { json in
          json.member("directory", directory)
          write(to: &json)
        }
      }
    }
    var lines: SafeText = "Wrote a report of "
    lines += .counted(copy.events, "event")
    lines += SafeText(" to “\(directory)”.\n")
    lines +=
      "It contains the times, numbers and references of all events and the shapes of their texts, "
    lines += "but no addresses, titles, notes, names or pictures.\n"
    return Answer(lines: lines)
  }

  static let shape = JSONShape.thing(
    "report",
    .object([
      .required("directory", .string), .required("version", .string, "of Retrace"),
      .required("system", .string, "the operating system and the processor"),
      .required("events", .integer),
      .required("unreadable", .integer, "events that cannot be read"),
      .required("fileBytes", .integer, "the size of the masked log"),
      .required("verify", .object(VerificationAnswer.findings)),
    ]))

  private func write(to json: inout JSONWriter) {
    json.member("version", Release.version)
    json.member("system", ProcessContext.system)
    json.member("events", copy.events)
    json.member("unreadable", copy.unreadable)
    json.member("fileBytes", copy.fileBytes)
    json.object("verify") { findings.writeFindings(to: &$0) }
  }
}
