import Catalogue
internal import Notation
import Platform
import Sync

/// A QR code, drawn on the terminal by the program `qrencode`.
enum QRCode {
  /// Prints a string as a QR code on standard output. Returns false if `qrencode` is not installed.
  static func show(_ text: String) -> Bool {
    // Other users can see a program's arguments, but not its standard input.
    guard let ends = try? FileDescriptor.pipe() else { return false }
    defer { close(ends.reading) }
    // Capital letters produce a smaller code. The string is short enough to fit in a pipe.
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
