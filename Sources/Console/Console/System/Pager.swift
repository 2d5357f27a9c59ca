package import Catalogue
package import CommandKit

/// The program that shows long output page by page.
///
///     let pager = Pager(environment: .process)
///     try pager.show(text, on: output)
package struct Pager: Sendable {
  /// The shell command that runs the pager, or nil if output is not paged.
  package let command: String?

  /// Reads `$RETRACE_PAGER`, otherwise `$PAGER`. Without either variable, the pager is `less -FRX`
  /// on a terminal that can move its cursor. `cat` and an empty value mean that output is not
  /// paged.
  package init(environment: EnvironmentVariables) {
    let isPlain = ["", "dumb", "unknown"].contains(environment["TERM"] ?? "")
    let wanted =
      environment["RETRACE_PAGER"] ?? environment["PAGER"] ?? (isPlain ? "" : "less -FRX")
    command = wanted.isEmpty || wanted == "cat" ? nil : wanted
  }

  /// Writes a text. Uses the pager if the output is a terminal and the text does not fit on the
  /// screen.
  ///
  /// If the pager is not used or cannot be started, the text is written and flushed directly.
  /// Returns after the pager has exited.
  package func show(_ text: SafeText, on output: Output) throws {
    guard isNeeded(for: text, size: output.descriptor.terminalSize), output.isTerminal else {
      output.write(text)
      return try output.flush()
    }
    try open(on: output) { $0.write(text) }
  }

  /// Calls a closure with an output that is connected to the pager. If no pager is used, passes the
  /// original output.
  ///
  /// Use this for long text that is created piece by piece. Check ``Output/isClosed`` to stop early
  /// when the user has quit the pager.
  package func open(on output: Output, _ body: (Output) -> Void) throws {
    try output.flush()
    // If no pager can be started, the text is printed without one.
    guard output.isTerminal, let command,
      let process = try? ChildProcess(shellLine: Pager.orCat(command))
    else {
      body(output)
      return try output.flush()
    }
    let paged = Output(process.input)
    body(paged)
    // Quitting the pager early is not an error.
    try? paged.flush()
    process.wait()
  }

  /// Returns the command line with `cat` as an alternative in case the shell does not find the
  /// pager, so that no output is lost. `less` must not store search texts, because they may be
  /// about private pages.
  static func orCat(_ command: String) -> String {
    "export LESSHISTFILE=-\n\(command)\ncase $? in 126|127) exec cat ;; esac"
  }

  func isNeeded(for text: SafeText, size: TerminalSize?) -> Bool {
    guard command != nil, let size, size.rows > 1, size.columns > 0 else { return false }
    // No character has more columns than bytes, so short texts need no layout.
    let bytes = text.text.utf8
    let breaks = bytes.count { $0 == UInt8(ascii: "\n") }
    guard breaks + 1 + bytes.count / size.columns > size.rows else { return false }
    var rows = 0
    for line in text.text.split(separator: "\n", omittingEmptySubsequences: false) {
      let columns = SafeText(trusted: String(line)).columns
      rows += max(1, (columns + size.columns - 1) / size.columns)
      if rows > size.rows { return true }
    }
    return false
  }
}
