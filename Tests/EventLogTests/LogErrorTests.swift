import Testing

@testable import RetraceEventLog

struct LogErrorTests {
  static let codes: [Int32] = [2, 5, 12, 13, 20, 24, 27, 28, 30, 99] + Array(-30_799 ... -30_780)

  @Test(arguments: codes) func `every failure names the profile`(_ code: Int32) {
    let text = LogError(code: code, operation: "commit", path: "/p").description
    #expect(text.hasSuffix("."))
    #expect(text.contains("“/p”"))
  }

  @Test func `unknown errors are described in LMDB's words`() {
    let failure = LogError(code: -30_780, operation: "commit", path: "/p")
    #expect(failure.reason == .other)
    #expect(failure.code == -30_780)
    #expect(failure.description.contains("MDB_BAD_DBI"))
  }

  @Test func `a full disk is described as such`() {
    for code in [27, 28, 122] as [Int32] {
      let failure = LogError(code: code, operation: "commit", path: "/p")
      #expect(failure.reason == .noSpace)
      #expect(failure.description.contains("the last action was not saved"))
    }
  }
}
