internal import Glibc

/// What the system writes down of a process that ends by a fault.
package enum CoreDumps {
  /// Keeps the system from writing the memory of this process to a file, should it crash: it has the
  /// session in it, private windows too, and the file would lie somewhere for good.
  ///
  /// Programs that this process starts inherit it. Who wants a dump raises the limit again; the hard
  /// limit stays.
  package static func switchOff() {
    let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(core, &limit) == 0 else { return }
    limit.rlim_cur = 0
    // To lower the soft limit is always allowed.
    _ = unsafe setrlimit(core, &limit)
  }
}
