/// What has to be done before a transaction can be tried again.
enum Recovery {
  /// Nothing: a system call was interrupted.
  case none
  /// Another process made the file larger than our map.
  case adoptMap
  /// The map of this many bytes is full.
  case grow(from: Int)
  /// There is no environment since a reopening failed.
  case reopen
  /// The environment is unusable after a failed write of its head.
  case replace(Environment)
  /// A compaction has put another environment in the place of this one.
  case follow(Environment)
}

/// Why a transaction did not come to its end.
enum Interruption: Error {
  case failed(LogFailure)
  case again(Recovery)
}
