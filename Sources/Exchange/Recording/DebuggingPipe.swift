internal import Glibc
internal import Notation
internal import Platform

/// What Chromium calls `--remote-debugging-pipe`: it reads commands from its descriptor 3 and
/// writes what it must say to its descriptor 4. It ends when they are closed here.
enum DebuggingPipe {
  /// Starts a browser with such a pipe.
  static func start(
    _ program: String, _ arguments: [String]
  ) throws -> (process: BrowserProcess, pipe: MessagePipe) {
    let toBrowser = try makePipe()
    let fromBrowser = try makePipe()
    // Its own ends are open in the browser alone, so that each side sees when the other is gone.
    defer {
      close(toBrowser.reading)
      close(fromBrowser.writing)
    }
    let pipe = MessagePipe(reading: fromBrowser.reading, writing: toBrowser.writing, .zeroByte)
    let process = try BrowserProcess(
      program, arguments, giving: [(toBrowser.reading, 3), (fromBrowser.writing, 4)])
    return (process, pipe)
  }

  /// Both ends stand high: those that the browser gets are put onto 3 and 4, and none may be there.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    do throws(Errno) {
      let low = try FileDescriptor.pipe()
      defer {
        close(low.reading)
        close(low.writing)
      }
      return (
        fcntl(low.reading, F_DUPFD_CLOEXEC, 20), fcntl(low.writing, F_DUPFD_CLOEXEC, 20)
      )
    } catch {
      throw BrowserFailure("No pipe can be made: \(error.text).")
    }
  }
}
