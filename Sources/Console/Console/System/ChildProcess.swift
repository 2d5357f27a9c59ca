internal import Catalogue
internal import Platform

/// A shell command line that runs as a child process. The child reads the bytes that this process
/// writes.
struct ChildProcess {
  let input: Descriptor
  private let process: StartedProcess

  init(shellLine: String) throws {
    let ends = try SystemError.from("pipe", shellLine) {
      try FileDescriptor.pipe()
    }
    defer { _ = close(ends.reading) }
    Output.clearProgress()
    var shell = ProcessLauncher("/bin/sh", named: "sh", ["-c", shellLine])
    shell.descriptors = [(ends.reading, 0)]
    // The pager would inherit the signals that this process ignores.
    shell.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT]
    do {
      process = try shell.start()
    } catch let error as Errno {
      _ = close(ends.writing)
      throw SystemError(error, operation: "start", path: shellLine)
    }
    input = Descriptor(ends.writing, name: shellLine)
  }

  /// Closes the input of the child and waits until the child exits.
  ///
  /// While it waits, Ctrl-C and Ctrl-\ affect only the child, as in `system(3)`.
  func wait() {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    input.close()
    process.wait()
    _ = signal(SIGINT, interrupt)
    _ = signal(SIGQUIT, quit)
  }
}
