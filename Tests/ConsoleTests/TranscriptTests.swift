import Foundation
import RetraceEventLog
import TestSupport
import Testing

/// The scripts in `Examples/Transcripts` print the expected output next to them.
///
/// To rewrite the expected output, run `retrace --memory --clock 2026-01-01T00:00:00Z+1s --echo
/// --keep-going -f NAME.retrace >NAME.expected 2>&1`. For two consecutive scripts, use a profile
/// instead of `--memory`.
@Suite struct TranscriptTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples/Transcripts")

  /// The scripts that run in sequence with one profile.
  @Test(arguments: [
    ["Neeva"], ["MyDemo"], ["iOSWebBrowser"], ["Korion", "Korion-relaunched"],
    ["Samaritan", "Samaritan-relaunched"], ["Time"],
  ])
  func `a transcript matches the program`(names: [String]) throws {
    let profile = try TemporaryFolder()
    let path = profile.url.appending(path: "p").path()
    // The profile must exist, because the message about a new profile contains its path.
    _ = try EventLog(profile: path, access: .readWrite)
    for name in names {
      let run = try RetraceProcess.run(
        ["-p", path, "--echo", "--keep-going"]
          + RetraceProcess.clock + ["-f", "\(name).retrace"],
        in: Self.folder, joinsErrors: true)
      let expected = try String(
        contentsOf: Self.folder.appending(path: "\(name).expected"), encoding: .utf8)
      #expect(run.output == expected, "\(name)")
    }
  }

  @Test func `every script has its transcript`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    let scripts = names.filter { $0.hasSuffix(".retrace") }.map { $0.dropLast(8) }
    let transcripts = names.filter { $0.hasSuffix(".expected") }.map { $0.dropLast(9) }
    #expect(scripts.sorted() == transcripts.sorted())
    #expect(scripts.count == 8)
  }
}
