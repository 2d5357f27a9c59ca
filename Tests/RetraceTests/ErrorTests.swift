import Foundation
import Retrace
import TestSupport
import Testing

/// Errors as a front end catches and shows them.
@Suite struct ErrorTests {
  /// Returns the error of a closure, or nil if the closure succeeds or throws an error of another
  /// library.
  private func caught(_ body: () throws -> Void) -> (any RetraceError)? {
    do {
      try body()
      return nil
    } catch {
      return error as? any RetraceError
    }
  }

  @Test func `a refusal has a code and a sentence`() throws {
    let error = try #require(caught { _ = try Store.inMemory().open("javascript:alert(1)") })
    #expect(error.errorCode == "invalidAddress" && error.underlyingError == nil)
    let shown: any Error = error
    #expect(
      shown.localizedDescription == "Addresses that begin with javascript: are not opened.")
    #expect(shown.localizedDescription == error.description)
  }

  @Test func `an error of the log names the error of the system`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.path + "/file"))
    let error = try #require(caught { _ = try Store(profile: folder.path + "/file/profile") })
    #expect(error.errorCode == "notADirectory")
    #expect("\(try #require(error.underlyingError))" == "Not a directory")
    #expect(error.localizedDescription.hasSuffix("."))
    let open = try Store(profile: folder.profile)
    let second = try #require(caught { _ = try Store(profile: folder.profile) })
    #expect(second.errorCode == "alreadyOpen" && second.underlyingError == nil)
    #expect(try open.session.tabs.isEmpty)
  }

  @Test func `the code of a reason with values is its name`() {
    let error = LogError(
      .incompleteBackup(has: 1, noted: 2), operation: "compare", path: "/backup")
    #expect(error.errorCode == "incompleteBackup")
  }
}
