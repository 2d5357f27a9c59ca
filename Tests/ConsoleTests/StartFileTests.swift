import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Console

/// Commands of the start file are run only if this user, or root, wrote them.
@Suite struct StartFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/retracerc" }

  init() throws {
    folder = try TemporaryFolder()
    try Data("open a.example\n".utf8).write(to: URL(filePath: path))
  }

  private func refusal(user: UInt32 = geteuid()) throws -> String? {
    let file = try StartFile.open(path)
    defer { file.close() }
    return try StartFile.refusal(of: file, user: user)
  }

  @Test func `the user's own file is run`() throws {
    for mode in [0o600, 0o644, 0o664] as [mode_t] {
      chmod(path, mode)
      #expect(try refusal() == nil)
    }
  }

  @Test func `a file that every user may write is rejected`() throws {
    chmod(path, 0o646)
    #expect(
      try refusal() == "“\(path)” can be written by every user, so its commands were not run: "
        + "“chmod o-w” it, or start with --no-rc.")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `a file of another user is rejected, except for files of root`() throws {
    #expect(try refusal(user: 1_234) == nil)
    chown(path, 1_235, 1_235)
    #expect(try refusal(user: 1_235) == nil)
    let expected =
      "“\(path)” belongs to another user, so its commands were not run: make it yours (chown), or "
      + "start with --no-rc."
    #expect(try refusal(user: 1_234) == expected)
    #expect(try refusal(user: 0) == expected)
  }

  @Test func `a pipe is rejected without waiting, and a link to /dev/null is an empty file`() throws
  {
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try refusal()?.contains("is not a regular file") == true)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(try refusal() == nil)
  }
}
