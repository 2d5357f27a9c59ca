/// The memory dumps that the system writes when a process crashes.
package enum CoreDumps {
  /// Prevents the system from writing the memory of this process to a file if the process crashes.
  /// The memory contains the session, including private windows, and the file would never be
  /// removed.
  ///
  /// Programs that this process starts inherit the setting. To obtain a dump for debugging, raise
  /// the soft limit again. The hard limit is unchanged.
  package static func switchOff() {
    let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(core, &limit) == 0 else { return }
    limit.rlim_cur = 0
    // Lowering the soft limit is always allowed.
    _ = unsafe setrlimit(core, &limit)
  }
}
