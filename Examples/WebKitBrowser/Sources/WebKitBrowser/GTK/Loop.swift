import CWebKitGTK
import Dispatch
import Glibc

@_silgen_name("_dispatch_get_main_queue_handle_4CF") private nonisolated func mainQueueHandle()
  -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF")
private nonisolated func drainMainQueue(_: UnsafeMutableRawPointer?)

/// GTK's main loop, which also runs the tasks of the main actor.
enum Loop {
  /// Lets GTK's loop run the tasks of the main actor, which would otherwise never run.
  static func runMainActor() {
    g_unix_fd_add(
      mainQueueHandle(), G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        drainMainQueue(nil)
        return 1
      }, nil)
  }

  /// Runs a closure after the current signal has been handled, or after a delay.
  @discardableResult
  static func after(milliseconds: Int = 0, _ body: @escaping () -> Void) -> UInt32 {
    g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(milliseconds),
      { data in
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated { Action.body(data)() }
        return 0
      }, Action.pointer(body), { Action.release($0) })
  }

  /// Calls a handler when the system, or a user at a terminal, asks the program to exit.
  static func onEnd(_ body: @escaping () -> Void) {
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      g_unix_signal_add(
        signal,
        { data in
          nonisolated(unsafe) let data = data
          MainActor.assumeIsolated { Action.body(data)() }
          return 1
        }, Action.pointer(body))
    }
  }

  static func cancel(_ source: UInt32) { g_source_remove(source) }

  private typealias Action = Callback<() -> Void>
}
