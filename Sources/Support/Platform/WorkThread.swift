internal import Glibc

/// A thread that was started and will be waited for.
@safe package final class WorkThread {
  private let thread: pthread_t

  /// What the thread does, on its way to it.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread, or nil if the system refuses.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until it has done its work.
  package func join() { pthread_join(thread, nil) }
}
