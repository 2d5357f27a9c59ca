internal import BrowserModel
internal import CommandKit
internal import Platform
internal import RetraceEventLog
internal import RetraceStore

/// Lines of an answer that a terminal shows with pictures of pages below them.
package struct IllustratedLines {
  private var lines: [(line: SafeText?, picture: EventID)]
  /// Whether there is a single picture, which may be large.
  private let isOnePicture: Bool

  init() { (lines, isOnePicture) = ([], false) }

  /// Creates an illustration without text: the picture that an event reported.
  init(pictureOf event: EventID) { (lines, isOnePicture) = ([(nil, event)], true) }

  /// Creates lines from text without newlines, each with the event that reported its picture, or
  /// `.nothing`.
  init(_ lines: some Sequence<(SafeText, EventID)>) {
    self.lines = lines.map { ($0, $1) }
    isOnePicture = false
  }

  /// Writes the lines, and draws the pictures.
  ///
  /// If a picture cannot be drawn, the reason is shown instead. If no program that draws pictures
  /// is installed, this is reported below the last line.
  /// - Throws: `CommandError.interrupted` after Ctrl-C, or an error if the log or the terminal
  ///   fails.
  package func show(on output: Output, in context: CommandContext) throws {
    guard !lines.isEmpty, output.isTerminal else { return }
    let size = output.descriptor.terminalSize ?? TerminalSize(columns: 80, rows: 24)
    let drawing = PictureDrawing(
      on: output.descriptor, size: largest(on: size), isColored: context.style.isColored,
      showsOnlyASCII: output.showsOnlyASCII)
    var missing: CommandError?
    for (line, picture) in lines where !output.isClosed {
      if SignalInbox.interruptRequested { throw CommandError.interrupted }
      if let line { output.write(context.signs(line) + "\n") }
      guard missing == nil, let bytes = try context.store.picture(reportedBy: picture) else {
        continue
      }
      try output.flush()
      do {
        try drawing.draw(bytes)
      } catch let error as CommandError where error.status != .interrupted {
        if error.code == PictureDrawing.notInstalled { missing = error } else { report(error) }
      }
    }
    if let missing { report(missing) }
    func report(_ failure: CommandError) {
      output.writeLine(context.style.apply(.dim, to: SafeText(failure.message)))
    }
    try output.flush()
  }

  /// Returns the maximum size of a picture. It is two thirds of the rows, so that the lines about
  /// the event remain visible. If there are several pictures, it is half of that.
  private func largest(on screen: TerminalSize) -> TerminalSize {
    let rows = isOnePicture ? 2 * screen.rows / 3 : screen.rows / 3
    return TerminalSize(columns: screen.columns, rows: max(4, rows))
  }
}
