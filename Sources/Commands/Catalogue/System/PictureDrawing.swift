internal import Platform

/// Draws pictures on a terminal with the program `chafa`. A picture is drawn as pixels if the
/// terminal is known to support them (sixels, or the protocols of kitty and iTerm), otherwise as
/// characters.
struct PictureDrawing {
  private let terminal: Descriptor
  private let options: [String]

  /// The code of the failure if the program is not installed.
  static let notInstalled = "notInstalled"

  /// - Parameters:
  ///   - terminal: The terminal to draw on. The program asks the terminal for its size in pixels.
  ///   - size: The maximum size of a picture, which keeps its aspect ratio.
  ///   - isColored: Whether to use colours. Pictures drawn as pixels always have colours.
  ///   - showsOnlyASCII: Whether the terminal shows only ASCII.
  init(on terminal: Descriptor, size: TerminalSize, isColored: Bool, showsOnlyASCII: Bool) {
    self.terminal = terminal
    var options = ["--animate=off", "--size=\(size.columns)x\(size.rows)"]
    if !isColored { options += ["--format=symbols", "--colors=none"] }
    if showsOnlyASCII { options.append("--symbols=ascii") }
    self.options = options
  }

  /// Draws a picture at the cursor, and leaves the cursor below it.
  ///
  /// - Throws: ``notInstalled`` if the program is not installed, `notDrawn` if it cannot draw the
  ///   picture, or `CommandError.interrupted` after Ctrl-C.
  func draw(_ picture: [UInt8]) throws {
    let end: StartedProcess.End
    do {
      end = ForwardedSignals.wait(for: try start(reading: picture))
    } catch let error as Errno {
      guard error.rawValue == ENOENT else {
        throw SystemError(error, operation: "start", path: "chafa")
      }
      throw CommandError(
        Self.notInstalled,
        "Drawing pictures requires the program chafa, which is not installed. On Debian, install "
          + "the package chafa."
      )
    }
    switch end {
    case .status(0): return
    case .signal(SIGINT): throw CommandError.interrupted
    case .status(let code):
      throw CommandError("notDrawn", "chafa cannot draw this picture (status \(code)).")
    case .signal(let number):
      throw CommandError("notDrawn", "chafa cannot draw this picture (signal \(number)).")
    }
  }

  private func start(reading picture: [UInt8]) throws -> StartedProcess {
    let file = try FileTree.openNameless(in: "/tmp")
    defer { _ = close(file) }
    try FileDescriptor.writeAll(file, picture)
    guard lseek(file, 0, SEEK_SET) == 0 else { throw Errno.last }
    var program = ProcessLauncher("chafa", options + ["-"])
    program.descriptors = [(file, 0), (terminal.number, 1)]
    program.nullDescriptors = [2]
    // Otherwise, signals that this process ignores would stay ignored.
    program.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM]
    return try ForwardedSignals.start(program)
  }
}
