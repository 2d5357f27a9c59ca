import Catalogue
import Glibc
internal import Notation
import Platform
import Sync

/// A text for a camera, which the program `qrencode` draws on the terminal.
enum QRCode {
  /// Draws a text on standard output; false where the program is not installed.
  static func show(_ text: String) -> Bool {
    // Other users see the arguments of a program, and not what it reads.
    guard let ends = try? FileDescriptor.pipe() else { return false }
    defer { close(ends.reading) }
    // In capitals it takes fewer squares. It fits in a pipe.
    let isWritten =
      (try? FileDescriptor.writeAll(ends.writing, Array(text.uppercased().utf8))) != nil
    close(ends.writing)
    var program = ProcessLauncher("qrencode", ["-t", "UTF8"])
    program.descriptors = [(ends.reading, STDIN_FILENO)]
    program.nullDescriptors = [STDERR_FILENO]
    guard isWritten, let process = try? program.start() else { return false }
    return process.wait() == .status(0)
  }
}
