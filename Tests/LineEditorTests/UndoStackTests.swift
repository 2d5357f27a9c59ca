import Testing

@testable import LineEditing

struct UndoStackTests {
  private func state(_ text: String) -> UndoStack.State {
    UndoStack.State(text: Array(text.unicodeScalars), cursor: text.unicodeScalars.count)
  }

  @Test func `words are undone one by one`() {
    var stack = UndoStack()
    for text in ["", "a", "ab", "ab ", "ab c", "ab cd", "ab "] { stack.record(state(text)) }
    let undone = [stack.undo(), stack.undo(), stack.undo(), stack.undo()]
    #expect(undone == [state("ab cd"), state("ab"), state(""), nil])
  }

  @Test func `a change after an undo can be undone`() {
    var stack = UndoStack()
    for text in ["", "one", "one two"] { stack.record(state(text)) }
    #expect(stack.undo() == state("one"))
    stack.record(state("one"))
    stack.record(state("one three"))
    #expect(stack.undo() == state("one"))
  }

  @Test func `moving the cursor is not a change`() {
    var stack = UndoStack()
    stack.record(state("a"))
    stack.record(UndoStack.State(text: ["a"], cursor: 0))
    #expect(stack.undo() == state(""))
    #expect(stack.undo() == nil)
  }
}
