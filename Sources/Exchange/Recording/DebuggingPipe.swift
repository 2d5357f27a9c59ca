internal import Notation
internal import Platform

/// Chromium's `--remote-debugging-pipe`: it reads commands from its descriptor 3 and writes
/// messages to its descriptor 4. It ends when they are closed here.
enum DebuggingPipe {
  /// Starts a browser with such a pipe.
  static func start(
    _ program: String, _ arguments: [String]
  ) throws -> (process: BrowserProcess, pipe: MessagePipe) {
    let toBrowser = try makePipe()
    let fromBrowser = try makePipe()
    // Its ends are open only in the browser, so that each side detects the end of the other.
    defer {
      close(toBrowser.reading)
      close(fromBrowser.writing)
    }
    let pipe = MessagePipe(reading: fromBrowser.reading, writing: toBrowser.writing, .zeroByte)
    let process = try BrowserProcess(
      program, arguments, giving: [(toBrowser.reading, 3), (fromBrowser.writing, 4)])
    return (process, pipe)
  }

  /// Both ends have high numbers, because those of the browser are moved to 3 and 4, which must be
  /// free.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    do {
      let low = try FileDescriptor.pipe()
      defer {
        close(low.reading)
        close(low.writing)
      }
      return (
        fcntl(low.reading, F_DUPFD_CLOEXEC, 20), fcntl(low.writing, F_DUPFD_CLOEXEC, 20)
      )
    } catch {
      throw ExchangeError(
        .browserFailed, "No pipe could be created: \(error).", underlying: error)
    }
  }
}
