internal import Platform

/// Editing the line in another program (Control-X Control-E).
extension LineEditor {
  /// Opens the line in the user's editor, and replaces the line with the saved text. The user must
  /// still press Enter to run the line.
  ///
  /// The line is unchanged if the editor fails or cannot be started.
  func editInOtherProgram() -> EditSession.KeyOutcome {
    recordForUndo()
    hideHint()
    let line = String(String.UnicodeScalarView(session.state.text))
    var edited: String?
    let base = ProcessContext.variable("TMPDIR") ?? "/tmp"
    if let folder = try? FileTree.makeTemporaryFolder(in: base) {
      defer { FileTree.removeFolder(folder) }
      edited = edit(line, in: "\(folder)/line.retrace")
    }
    reclaimTerminal()
    guard let edited else { return .redrawWithBeep }
    let scalars = Array(edited.unicodeScalars)
    session.replaceAll(with: UndoStack.State(text: scalars, cursor: scalars.count))
    return .redraw
  }

  /// The maximum length of a line read from the file, in bytes.
  private static let longestEditedLine = 1 << 20

  /// Runs the editor on a file and returns the saved text. The editor uses the terminal until it
  /// exits.
  private func edit(_ line: String, in path: String) -> String? {
    guard (try? FileTree.writeFile(Array((line + "\n").utf8), to: path, mode: 0o600)) != nil else {
      return nil
    }
    Terminal.setBracketedPaste(false)
    Terminal.write(toLastRow + "\r\n")
    session.setRaw(false)
    // Control-Z stops this process together with the editor.
    suspendHandler.remove()
    defer {
      suspendHandler = .installedForSuspend()
      // Control-C was meant for the editor.
      SignalInbox.clearInterrupt()
    }
    // The value may contain options, as in “code --wait”.
    let program = ProcessLauncher("/bin/sh", ["-c", "\(Self.editor) \"$1\"", "sh", path])
    guard let process = try? program.start(), process.wait() == .status(0),
      let bytes = LineFile.read(path, atMost: Self.longestEditedLine)
    else { return nil }
    return PastedText.text(of: String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// The command of the user's editor.
  private static var editor: String {
    ["VISUAL", "EDITOR"].lazy.compactMap { ProcessContext.variable($0) }
      .first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }
}
