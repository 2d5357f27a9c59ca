/// The first faults found in a file, and the number of all faults.
struct LogFaults {
  /// The first faults, at most ``most``.
  private(set) var list: [LogFault] = []
  /// The number of faults of each part.
  private(set) var counts: [LogFault.Part: Int] = [:]
  /// The maximum length of the list. A longer list would not be useful.
  static let most = 1_000

  mutating func add(_ part: LogFault.Part, _ page: UInt64?, _ reason: LogFault.Reason) {
    counts[part, default: 0] += 1
    if list.count < Self.most { list.append(LogFault(part: part, page: page, reason: reason)) }
  }

  func has(_ part: LogFault.Part) -> Bool { counts[part] != nil }
}
