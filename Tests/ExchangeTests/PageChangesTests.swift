import Notation
import Testing

@testable import Exchange

/// A report about a page may arrive before its history entry.
struct PageChangesTests {
  private let failing = "http://127.0.0.1:1/"

  @Test func aFailureWaitsForItsHistoryEntry() {
    var changes = PageChanges()
    changes.take(frame("unreachableUrl", failing), in: "tab")
    let before = changes.takeFailure("tab", at: "https://example.org/")
    let elsewhere = changes.takeFailure("other", at: failing)
    let shown = changes.takeFailure("tab", at: failing + "#top")
    let again = changes.takeFailure("tab", at: failing)
    #expect([before, elsewhere, shown, again] == [false, false, true, false])
  }

  @Test func aPageThatLoadsIsNotAFailure() {
    var changes = PageChanges()
    changes.take(frame("unreachableUrl", failing), in: "tab")
    changes.take(frame("url", failing), in: "tab")
    let isFailed = changes.takeFailure("tab", at: failing)
    #expect(!isFailed)
  }

  private func frame(_ name: String, _ value: String) -> BrowserLink.Event {
    let frame = JSON.object([("id", .string("tab")), (name, .string(value))])
    return BrowserLink.Event(
      method: "Page.frameNavigated", parameters: .object([("frame", frame)]), session: "1")
  }
}
