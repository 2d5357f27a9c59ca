public import Foundation

extension URL {
  /// A program of this package, which is built beside the tests.
  public static func builtProgram(_ name: String) -> URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: name)
  }

  /// Copies a program of this package, so that no other one is beside it.
  ///
  /// Another process writes the copy: one that a test of this process starts meanwhile would inherit the open
  /// file, and a file that is open for writing cannot be run (ETXTBSY).
  public static func copyBuiltProgram(_ name: String, to copy: URL) throws {
    let run = try Subprocess.run("/bin/cp", [builtProgram(name).path, copy.path])
    guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
