internal import CommandKit
internal import Notation
internal import Platform
internal import RetraceStore

/// A report about a profile, which consists of a masked copy of the profile and a description in
/// the file `report.json`.
struct ProfileReport: AnswerObject {
  private let directory: String
  private let copy: MaskedProfile
  private let findings: VerificationAnswer

  /// Creates a complete report. If an error occurs, no files remain.
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
    let draft = try SystemError.from("write", directory) {
      try FileTree.makeTemporaryFolder(in: folder)
    }
    do {
      let report = ProfileReport(
        directory: directory, copy: try copying(draft), findings: findings)
      var json = contents.document(report)
      json.endLine()
      try SystemError.from("write", directory) {
        try FileTree.writeFile(json.bytes, to: draft + "/report.json", mode: 0o600)
        // This fails if a directory with contents has been created there in the meantime.
        try FileTree.rename(draft, to: directory)
      }
      return report
    } catch {
      FileTree.removeFolder(draft)
      throw error
    }
  }

  /// Returns the answer of `report`.
  func answer(in context: CommandContext) -> Answer {
    guard !context.printsJSON else { return Answer(json: self) }
    var lines: SafeText = "Wrote a report of "
    lines += .counted(copy.events, "event")
    lines += SafeText(" to “\(directory)”.\n")
    lines +=
      "It contains the times, numbers and references of all events and the shape of their text, "
    lines += "but no addresses, titles, notes, names or pictures.\n"
    return Answer(lines: lines)
  }

  static let members = AnswerMembers<Self>(object: "report") { report in
    report.member("directory") { $0.directory }
    report.all(contents) { $0 }
  }

  /// The contents of `report.json`.
  private static let contents = AnswerMembers<Self> { report in
    report.member("version", "the version of Retrace") { _ in Release.version }
    report.member("system", "the operating system and the processor") { _ in ProcessContext.system }
    report.member("events") { $0.copy.events }
    report.member("unreadable", "events that cannot be read") { $0.copy.unreadable }
    report.member("fileBytes", "the size of the masked log") { $0.copy.fileBytes }
    report.object("verify") { $0.all(VerificationAnswer.findings) { $0.findings } }
  }
}
