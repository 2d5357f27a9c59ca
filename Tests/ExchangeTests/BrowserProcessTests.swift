import Glibc
import Platform
import Testing

@testable import Exchange

/// Properties that a browser inherits from the process that starts it.
struct BrowserProcessTests {
  /// Whether a started program inherits an open descriptor.
  private func isOpen(
    _ number: Int32, giving descriptors: [(own: Int32, number: Int32)] = []
  ) throws -> Bool {
    let process = try BrowserProcess(
      "/bin/sh", ["-c", "test -e /proc/$$/fd/\(number)"], giving: descriptors)
    return process.wait() == .status(0)
  }

  @Test func itInheritsOnlyTheGivenDescriptors() throws {
    let open = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 20)
    defer { close(open) }
    #expect(try !isOpen(open))
    #expect(try isOpen(open + 1, giving: [(open, open + 1)]))
  }

  @Test func itReportsItsExitStatus() throws {
    #expect(try BrowserProcess("/bin/sh", ["-c", "exit 3"]).wait() == .status(3))
    #expect(try BrowserProcess("/bin/sh", ["-c", "kill -9 $$"]).wait() == .signal(9))
    #expect(
      throws: ExchangeError(.browserFailed, "The browser “no-such-browser” is not installed.")
    ) {
      try BrowserProcess("no-such-browser", [])
    }
  }

  /// A browser whose child processes continue when it is terminated, and write to its profile.
  @Test func itsProfileIsRemovedWhenItIsTerminated() throws {
    let path: String
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      let writer = "i=0; while :; do i=$((i+1)); mkdir -p '\(path)/cache/'$i; done"
      let process = try BrowserProcess(
        "/bin/sh",
        ["-c", "(\(writer)) & while ! test -e '\(path)/cache/50'; do :; done; kill -TERM $$"])
      #expect(process.wait() == .signal(SIGTERM))
      withExtendedLifetime(folder) {}
    }
    #expect(!FileTree.allows(F_OK, path))
  }

  @Test func endingItsGroupEndsItsChildProcesses() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { close(reading) }
    let process = try BrowserProcess(
      "/bin/sh", ["-c", "sleep 600 & exit 0"], giving: [(writing, 9)])
    close(writing)
    #expect(process.wait() == .status(0))
    // The pipe is closed when the last process that holds it exits.
    #expect(try FileDescriptor.read(reading, atMost: 1) == [])
  }
}
