import TestSupport
import Testing

@testable import LineEditing

struct HintSpaceTests {
  @Test func `a hint touches neither the edge nor the right prompt`() {
    let cursor = ScreenPosition(row: 0, column: 10)
    #expect(HintSpace.columns(cursor: cursor, rightPromptWidth: 0, screenColumns: 40) == 29)
    #expect(HintSpace.columns(cursor: cursor, rightPromptWidth: 5, screenColumns: 40) == 23)
    #expect(HintSpace.columns(cursor: cursor, rightPromptWidth: 30, screenColumns: 40) == 0)
  }

  @Test func `lower rows have no right prompt`() {
    let cursor = ScreenPosition(row: 1, column: 0)
    #expect(HintSpace.columns(cursor: cursor, rightPromptWidth: 5, screenColumns: 40) == 39)
  }
}
