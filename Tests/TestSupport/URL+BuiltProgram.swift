public import Foundation

extension URL {
  /// A program of this package, which is built beside the tests.
  public static func builtProgram(_ name: String) -> URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: name)
  }
}
