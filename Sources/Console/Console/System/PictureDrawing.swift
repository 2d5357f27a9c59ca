internal import Glibc
internal import Platform

/// The kinds of pictures that browsers can show, told by their first bytes.
enum PictureFormat: String, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"
  case gif = "GIF"

  /// The kind of a file, or nil for what is none of them (MIME Sniffing, section 6.1).
  init?(_ bytes: [UInt8]) {
    let found = Self.allCases.first { $0.begins(bytes) }
    guard let found else { return nil }
    self = found
  }

  private func begins(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .png: bytes.starts(with: [0x89] + Array("PNG\r\n\u{1a}\n".utf8))
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case .webP: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBPVP".utf8)
    case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    }
  }
}

/// Draws pictures on a terminal by the program `chafa`: in pixels where the terminal is known to show
/// them (sixels, or the protocols of kitty and iTerm), else in signs.
struct PictureDrawing {
  private let terminal: Descriptor
  private let options: [String]

  /// The code of the failure where there is no such program.
  static let notInstalled = "notInstalled"

  /// - Parameters:
  ///   - terminal: What is drawn on. The program asks it for its size in pixels.
  ///   - size: The most that one picture takes; its shape is kept.
  ///   - isColored: Whether colours are wanted; pictures in pixels have some.
  ///   - showsOnlyASCII: Whether the terminal knows no other signs.
  init(on terminal: Descriptor, size: TerminalSize, isColored: Bool, showsOnlyASCII: Bool) {
    self.terminal = terminal
    var options = ["--animate=off", "--size=\(size.columns)x\(size.rows)"]
    if !isColored { options += ["--format=symbols", "--colors=none"] }
    if showsOnlyASCII { options.append("--symbols=ascii") }
    self.options = options
  }

  /// Draws one at the cursor, and leaves the cursor below it.
  ///
  /// - Throws: ``notInstalled`` where there is no such program, `notDrawn` where it cannot draw the picture,
  ///   and `CommandFailure.interrupted` after Ctrl-C.
  func draw(_ picture: [UInt8]) throws(CommandFailure) {
    let end: StartedProcess.End
    do throws(SystemCode) {
      end = PassedSignals.wait(for: try start(reading: picture))
    } catch {
      guard error.rawValue == ENOENT else {
        throw CommandFailure(SystemError(error, operation: "start", path: "chafa"))
      }
      throw CommandFailure(
        Self.notInstalled,
        "Pictures are drawn by the program chafa, which is not installed; on Debian it is the package chafa."
      )
    }
    switch end {
    case .status(0): return
    case .signal(SIGINT): throw .interrupted
    case .status(let code):
      throw CommandFailure("notDrawn", "chafa cannot draw this picture (status \(code)).")
    case .signal(let number):
      throw CommandFailure("notDrawn", "chafa cannot draw this picture (signal \(number)).")
    }
  }

  private func start(reading picture: [UInt8]) throws(SystemCode) -> StartedProcess {
    let file = try FileTree.openNameless(in: "/tmp")
    defer { _ = close(file) }
    try Descriptors.writeAll(file, picture)
    guard lseek(file, 0, SEEK_SET) == 0 else { throw .last }
    var program = Spawning("chafa", options + ["-"])
    program.descriptors = [(file, 0), (terminal.number, 1)]
    program.nullDescriptors = [2]
    // Signals that this process ignores would stay ignored.
    program.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM]
    return try PassedSignals.start(program)
  }
}
