import Glibc

extension ProfileStore {
  /// Runs something that holds the lock of the writers, during which the terminal cannot stop this
  /// process (Ctrl-Z): all other writers would wait until somebody lets it go on. It stops behind it.
  @inline(__always)
  func withoutStops<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var stops = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&stops)
    for signal in [SIGTSTP, SIGTTIN, SIGTTOU] { unsafe sigaddset(&stops, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &stops, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }
}
