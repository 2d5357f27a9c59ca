import Glibc
import Platform
import Testing

@testable import Exchange

/// Properties that a browser inherits from the process that starts it.
struct BrowserProcessTests {
  @Test func itInheritsNoDescriptors() throws {
    let open = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 20)
    defer { close(open) }
    let process = try BrowserProcess("/bin/sh", ["-c", "test -e /proc/$$/fd/\(open)"])
    #expect(process.wait() == .status(1))
  }

  @Test func itsEndIsNoticed() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { close(reading) }
    let process = try BrowserProcess("/bin/sh", ["-c", "sleep 600"])
    guard case .nothing = process.waitForEnd(until: .now, or: reading) else {
      Issue.record("It is still running.")
      return
    }
    close(writing)
    guard case .ready(reading) = process.waitForEnd(or: reading) else {
      Issue.record("The pipe is closed.")
      return
    }
    #expect(process.close() == .signal(SIGTERM))
    guard case .end = process.waitForEnd() else {
      Issue.record("It has ended.")
      return
    }
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
      let folder = try ScratchFolder()
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
    let folder = try ScratchFolder()
    let process = try BrowserProcess(
      "/bin/sh", ["-c", "sleep 600 & echo $! > '\(folder.path)/child'; exit 0"])
    #expect(process.wait() == .status(0))
    let text = String(
      decoding: try #require(FileDescriptor.contents(of: "\(folder.path)/child", limit: 99)),
      as: UTF8.self)
    let child = try #require(pid_t(text.dropLast()))
    // The kernel ends it at some time after the signal.
    func isRunning() -> Bool {
      let status = FileDescriptor.contents(of: "/proc/\(child)/stat", limit: 999)
      return status.map { !String(decoding: $0, as: UTF8.self).contains(") Z ") } ?? false
    }
    while isRunning() { sched_yield() }
  }
}
