/// What must be done, while no transaction is open, before a transaction can be tried again.
enum RetryStep {
  /// Nothing: a system call was interrupted.
  case none
  /// Take the size of the file for the map: another process made the file larger than it.
  case adoptMap
  /// Double the map, which had this many bytes and was full.
  case grow(from: Int)
  /// Open the environment: an earlier reopening failed.
  case reopen
  /// Open the environment again: after a failed write of its head page this one is unusable.
  case replace(Environment)
  /// Open the environment that a compaction has put in the place of this one.
  case follow(Environment)
}
