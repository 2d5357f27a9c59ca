import Foundation
import HistoryStorage
import LineEditing
import Platform
import Testing

struct LineEditorTests {
  @Test func `the editor requires a terminal`() async {
    await #expect(processExitsWith: .success) {
      close(STDIN_FILENO)
      #expect(open("/dev/null", O_RDONLY) == STDIN_FILENO)
      let error = #expect(throws: SystemError.self) {
        _ = try LineEditor(program: "demo")
      }
      #expect(error?.code == ENOTTY)
    }
  }

  @Test func `an error says what failed, where and why`() async {
    let folder = FileManager.default.temporaryDirectory.path
    let error = #expect(throws: SystemError.self) {
      try HistoryFile(path: folder).remove { _ in true }
    }
    #expect(error?.description.contains(folder) == true)
  }

  @Test func `a history stores at least one line`() async {
    await #expect(processExitsWith: .failure) {
      _ = HistoryFile(path: "history", limit: 0)
    }
  }
}
