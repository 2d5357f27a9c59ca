internal import CommandKit
internal import Platform

extension LineEditor {
  /// Handles a key that libedit does not handle itself, and returns what libedit must draw.
  func press(_ key: EditSession.Key) -> EditSession.KeyOutcome {
    switch key {
    case .complete: completeWord()
    case .forward: acceptHint() ? .redraw : moveForward()
    case .forwardWord: acceptHintWord() ? .redraw : moveForwardByWord()
    case .edit: editInOtherProgram()
    case .end: acceptHint() ? .redraw : moveToEnd()
    case .paste: paste()
    case .undo: undo()
    }
  }

  /// Moves the cursor by one character, like libedit's own key.
  private func moveForward() -> EditSession.KeyOutcome {
    session.moveCursor(by: 1)
    return .moveCursor
  }

  /// Moves the cursor to the end of the line.
  private func moveToEnd() -> EditSession.KeyOutcome {
    session.moveCursor(by: session.count)
    return .moveCursor
  }

  /// Inserts the hint into the line. Returns false if there is no hint or the hint cannot be
  /// inserted.
  private func acceptHint() -> Bool {
    guard let hint = currentHint, hint.isAcceptable else { return false }
    session.insert(hint.text)
    return true
  }

  /// Inserts one word of the hint into the line. Returns false if there is no hint or the hint
  /// cannot be inserted.
  private func acceptHintWord() -> Bool {
    guard let hint = currentHint, hint.isAcceptable else { return false }
    session.insert(HintWord.first(of: hint.text))
    return true
  }

  /// Moves the cursor to the end of the next word, like libedit's own key.
  private func moveForwardByWord() -> EditSession.KeyOutcome {
    let state = session.state
    session.moveCursor(by: WordMotion.distanceToEndOfWord(in: state.text[state.cursor...]))
    return .moveCursor
  }

  /// Records the current line for undo.
  ///
  /// Does nothing while libedit searches the history. Also does nothing if the line is so long that
  /// many copies would use too much memory.
  func recordForUndo() {
    guard session.count <= Self.longestUndoneLine else { return }
    let state = session.state
    if !state.isSearch { undoStack.record(state) }
  }

  /// The maximum length of a line that undo records, in scalars.
  private static let longestUndoneLine = 4_096

  /// Undoes the newest change.
  private func undo() -> EditSession.KeyOutcome {
    recordForUndo()
    guard let state = undoStack.undo() else { return .redrawWithBeep }
    session.replaceAll(with: state)
    return .redraw
  }
}

// MARK: - Completion

extension LineEditor {
  /// Completes the word before the cursor, or lists the candidates.
  private func completeWord() -> EditSession.KeyOutcome {
    let state = session.state
    let before = String(String.UnicodeScalarView(state.text[..<state.cursor]))
    let completion = complete(before, String(String.UnicodeScalarView(state.text)))
    precondition(
      before.hasSuffix(completion.word), "The word to complete must precede the cursor.")
    switch completion.step {
    case .refuse:
      return .redrawWithBeep
    case .replaceWord(let text):
      session.deleteBeforeCursor(completion.word.unicodeScalars.count)
      session.insert(text)
      return .redraw
    case .list:
      list(completion.candidates)
      return .nothing
    }
  }

  /// Shows candidates below the line, and then shows the prompt again below the candidates.
  private func list(_ candidates: [Completion.Candidate]) {
    let size = Terminal.size
    let list = CandidateList(
      candidates: candidates, columns: size.columns, maximumRows: max(2, size.rows - 2),
      cutMark: cutMark,
      dimsDetails: Terminal.understandsEscapes)
    Terminal.write(toLastRow + "\r\n" + rows(of: list.rows))
    session.draw()
  }
}

// MARK: - Paste

extension LineEditor {
  /// The sequence that a terminal sends after pasted text.
  private static let pasteEnd = Array("\u{1B}[201~".unicodeScalars)

  /// Reads pasted text to its end and inserts it into the line.
  private func paste() -> EditSession.KeyOutcome {
    isPasting = true
    defer { isPasting = false }
    var text: [Unicode.Scalar] = []
    while let scalar = session.readCharacter() {
      text.append(scalar)
      if scalar == "~", text.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
        text.removeLast(Self.pasteEnd.count)
        session.insert(PastedText.text(of: text))
        return .redraw
      }
    }
    return .nothing
  }
}
