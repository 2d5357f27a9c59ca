import Foundation
import TestSupport
import Testing

/// Profiles on file systems that report errors.
@Suite struct FailingSystemTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A preloaded library fails each `fstat` of a marker.
  @Test(.timeLimit(.minutes(30)), .enabled(if: FailingSystem.canBeBuilt, "cc is not installed"))
  func `a failing file system results in a message, and leaves no files`() throws {
    let library = try FailingSystem(in: folder)
    for profile in ["new", "other/new"] {
      // The console is linked statically, so the library cannot replace its calls.
      let run = try Subprocess.run(
        URL.builtProgram("StoreProbe").path, ["serve", folder.path + "/place/" + profile],
        environment: ["LD_PRELOAD": library.path, "TZ": "UTC"])
      #expect(run.output.contains("Input/output error"), "\(run.output)")
      #expect(run.output.split(separator: "\n").count == 1)
      let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/place")
      #expect(left.filter { $0.contains("new") } == [])
    }
  }
}
