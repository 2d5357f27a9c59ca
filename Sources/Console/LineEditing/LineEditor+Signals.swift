internal import Platform

/// Handling signals while a line is typed: Ctrl-C, Ctrl-Z, termination, and resizing.
extension LineEditor {
  /// Handles signals. If a signal ends the line, the other signals have no effect.
  func handle(_ signals: PendingSignals) {
    if signals.contains(.terminate) {
      ending = .end
    } else if signals.contains(.interrupt) {
      ending = .interrupted
    } else if signals.contains(.suspend) {
      suspend()
    } else if signals.contains(.resume) {
      reclaimTerminal()
    } else if signals.contains(.resize) {
      session.resize()
      // The terminal may have wrapped the rows differently at the new width, so the screen is
      // cleared.
      redraw(from: Terminal.understandsEscapes ? "\u{1B}[H\u{1B}[2J" : "\r\n")
    }
  }

  /// Releases the terminal, stops the process, and acquires the terminal again when it continues.
  private func suspend() {
    hideHint()
    Terminal.setBracketedPaste(false)
    Terminal.write(toLastRow + "\r\n")
    session.setRaw(false)
    suspendHandler.remove()
    SignalHandlers.stopProcess()
    suspendHandler = .installedForSuspend()
    let missed = SignalInbox.removeAll()
    reclaimTerminal()
    handle(missed.subtracting([.resume, .resize, .suspend]))
  }

  /// Acquires the terminal again after another program has used it.
  func reclaimTerminal() {
    // libedit assumes that the terminal is still in raw mode, so raw mode is switched off and on.
    session.setRaw(false)
    session.setRaw(true)
    Terminal.setBracketedPaste(true)
    session.resize()
    redraw(from: "\r")
  }

  /// Moves to a new row below the typed text, and shows `^C` after an interrupt.
  func leave(_ input: Input) {
    session.setRaw(false)
    if input == .interrupted { SignalInbox.clearInterrupt() }
    Terminal.write(toLastRow + (input == .interrupted ? "^C\r\n" : "\r\n"))
  }
}
