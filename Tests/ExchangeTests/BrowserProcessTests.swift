import Glibc
import Platform
import Testing

@testable import Exchange

/// Properties that a browser inherits from the process that starts it.
struct BrowserProcessTests {
  /// Whether a program that is started finds a descriptor open.
  private func isOpen(
    _ number: Int32, giving descriptors: [(own: Int32, number: Int32)] = []
  ) throws -> Bool {
    let process = try BrowserProcess(
      "/bin/sh", ["-c", "test -e /proc/$$/fd/\(number)"], giving: descriptors)
    return process.wait() == .status(0)
  }

  @Test func itGetsTheDescriptorsThatItIsGiven() throws {
    let open = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 20)
    defer { close(open) }
    #expect(try !isOpen(open))
    #expect(try isOpen(open + 1, giving: [(open, open + 1)]))
  }

  @Test func howItEndedIsTold() throws {
    #expect(try BrowserProcess("/bin/sh", ["-c", "exit 3"]).wait() == .status(3))
    #expect(try BrowserProcess("/bin/sh", ["-c", "kill -9 $$"]).wait() == .signal(9))
    #expect(
      throws: ExchangeError(.browserFailed, "The browser “no-such-browser” is not installed.")
    ) {
      try BrowserProcess("no-such-browser", [])
    }
  }

  /// A browser whose own processes live on when it is terminated, and write into its profile.
  @Test func nothingOfItsProfileStaysWhenItIsTerminated() throws {
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

  @Test func theEndOfItsGroupIsTheEndOfWhatItStarted() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { close(reading) }
    let process = try BrowserProcess(
      "/bin/sh", ["-c", "sleep 600 & exit 0"], giving: [(writing, 9)])
    close(writing)
    #expect(process.wait() == .status(0))
    // It ends when the last process that has the pipe does.
    #expect(try FileDescriptor.read(reading, atMost: 1) == [])
  }
}
