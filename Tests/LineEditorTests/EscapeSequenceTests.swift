import Testing

@testable import LineEditing

struct EscapeSequenceTests {
  private func sequence(_ text: String) -> EscapeSequence {
    var sequence = EscapeSequence()
    for scalar in text.unicodeScalars { sequence.append(scalar) }
    return sequence
  }

  @Test(
    arguments: [
      ("[15~", .nothing), ("[1;2P", .nothing), ("OP", .nothing), ("[[A", .nothing),
      ("[2~", .nothing),
      ("[A", .passedOn), ("OB", .passedOn), ("[3~", .passedOn), ("f", .passedOn), ("x", .passedOn),
      ("é", .nothing), ("[1;3C", .forwardWord), ("[1;5C", .forwardWord), ("Oc", .forwardWord),
      ("\u{1B}[C", .forwardWord), ("[1;3D", .backwardWord), ("\u{1B}[D", .backwardWord),
      ("\u{1B}[A", .nothing), ("[200~", .paste), ("[<0;10;10M", .nothing), ("[?1;2c", .nothing),
      ("]11;rgb:0/0/0\u{7}", .nothing), ("]11;rgb:0/0/0\u{1B}\\", .nothing),
      ("P1$r0m\u{1B}\\", .nothing),
    ] as [(String, EscapeSequence.Meaning)])
  func `a key is complete at its last character`(text: String, meaning: EscapeSequence.Meaning) {
    let sequence = sequence(text)
    #expect(sequence.isComplete)
    #expect(sequence.meaning == meaning)
    for count in 1..<text.unicodeScalars.count {
      let part = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
      #expect(!self.sequence(part).isComplete, "\(part)")
    }
  }

  @Test func `a single escape is a key`() {
    #expect(sequence("").meaning == .passedOn)
    #expect(sequence("[").meaning == .nothing)
    #expect(sequence("[1;").meaning == .nothing)
  }

  @Test func `keys that the user has bound are recognised`() {
    let bound = BoundSequences(
      Array(
        #"""
        retrace:bind "\e[15~" ed-clear-screen
        bind ^[OP ed-tty-sigint
        """#.utf8))
    #expect(bound.contains(sequence("[15~")))
    #expect(bound.contains(sequence("OP")))
    #expect(!bound.contains(sequence("[17~")))
    #expect(!bound.contains(sequence("")))
  }
}
