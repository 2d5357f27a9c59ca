/// The faults of a file: the first ones, and how many there are.
struct LogFaults {
  /// At most ``most`` of them.
  private(set) var list: [LogFault] = []
  /// The number there are of each part.
  private(set) var counts: [LogFault.Part: Int] = [:]
  /// More of them tell nobody anything.
  static let most = 1_000

  mutating func add(_ part: LogFault.Part, _ page: UInt64?, _ reason: LogFault.Reason) {
    counts[part, default: 0] += 1
    if list.count < Self.most { list.append(LogFault(part: part, page: page, reason: reason)) }
  }

  func has(_ part: LogFault.Part) -> Bool { counts[part] != nil }
}
