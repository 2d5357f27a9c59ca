internal import Platform

/// Messages above the prompt, while a line is being typed.
extension LineEditor {
  /// Shows messages above the prompt, and redraws the current prompt below them.
  func show(_ messages: [String]) {
    guard !messages.isEmpty, ending == nil else { return }
    redraw(from: Terminal.understandsEscapes ? toFirstRow + "\u{1B}[J" : "\r\n", messages: messages)
  }

  /// Returns messages as rows for a terminal in raw mode, where each row needs a carriage return.
  func rows(of messages: [String]) -> String {
    messages.reduce("") { rows, message in
      rows
        + message.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        + "\r\n"
    }
  }

  /// Writes a text, and redraws the prompt and the line below it.
  func redraw(from start: String, messages: [String] = []) {
    hideHint()
    Terminal.write(start + rows(of: messages))
    askForPrompt()
    session.draw()
    guard !isPasting else { return }
    showHighlights()
    showHint()
  }

  /// Sets libedit's prompt to the current prompt.
  func askForPrompt() {
    let now = prompt()
    let left = PromptEncoding.encode(now.left)
    let right = PromptEncoding.encode(now.right)
    promptWidth = PromptEncoding.width(ofEncoded: left)
    rightPromptWidth = PromptEncoding.width(ofEncoded: right)
    session.setPrompts(left: left, right: right)
  }

  /// Schedules the next call of ``whileWaiting``.
  func startTicking() {
    guard let (interval, _) = whileWaiting else { return }
    nextTickMilliseconds = Self.nowMilliseconds + max(1, interval)
  }

  /// Calls ``whileWaiting`` and shows the result.
  func tick() {
    guard let (_, messages) = whileWaiting else { return }
    show(messages())
    startTicking()
  }

  /// The time that `poll` may wait, or −1 to wait without a limit.
  var tickTimeoutMilliseconds: Int32 {
    guard whileWaiting != nil else { return -1 }
    return Int32(clamping: max(0, nextTickMilliseconds - Self.nowMilliseconds))
  }

  /// The time of the monotonic clock.
  private static var nowMilliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }
}
