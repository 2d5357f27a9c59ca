import BrowserModel
import RetraceEventLog
import RetraceStore
import TestSupport

/// A profile in a temporary folder, which is opened by one store after another.
struct TestProfile {
  private let folder: TemporaryFolder
  var path: String { folder.profile }

  init() throws { folder = try TemporaryFolder() }

  /// Opens the profile. The previous store must be released, because a process can open a profile
  /// only once.
  func store(
    _ access: EventLog.Access = .readWrite, mapBytes: Int? = nil, now: Int64 = 1_700_000_000_000
  ) throws -> Store {
    let log =
      if let mapBytes {
        try EventLog(profile: path, access: access, mapBytes: mapBytes)
      } else {
        try EventLog(profile: path, access: access)
      }
    return try Store(log) { now }
  }
}

extension Store {
  /// Returns a store with a log in memory.
  static func inMemory() throws -> Store { try Store(EventLog()) { 1_700_000_000_000 } }

  /// Returns all readable events.
  func events(isPrivate: Bool = false) throws -> [Event] {
    var events: [Event] = []
    try visitLog(isPrivate: isPrivate) { event, _ in
      events.append(event)
      return true
    }
    return events
  }

  /// Returns all records in stored form.
  func records(from first: UInt64 = 1) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    try log.read { reader in
      try reader.scan(from: first) { (_, bytes) in
        records.append(bytes.copied)
        return true
      }
    }
    return records
  }

  @discardableResult
  func open(_ url: String? = nil, isPrivate: Bool = false) throws -> TabID {
    let action = OpenTab(url.map { Destination($0) })
    return TabID(try perform(.open(action), isPrivate: isPrivate).sequence)
  }
}

extension EventLog {
  /// Returns all checkpoints, by their keys.
  func checkpoints() throws -> [[UInt8]: [UInt8]] {
    var found: [[UInt8]: [UInt8]] = [:]
    try read { reader in
      var end = [UInt8](repeating: .max, count: 16)
      while let (key, bytes) = try reader.withCheckpoint(
        atOrBefore: end, sharing: 0, { ($0.copied, $1.copied) })
      {
        found[key] = bytes
        end = key
        // Finds the largest existing key that is smaller.
        if end.removeLast() > 0 {
          end += [key[key.count - 1] - 1] + [UInt8](repeating: .max, count: 16)
        }
        if end.isEmpty { return }
      }
    }
    return found
  }
}

/// Returns the refusal of an attempt, or nil if it succeeded.
func refusal<Value>(_ attempt: () throws -> Value) throws -> Refusal? {
  do {
    _ = try attempt()
    return nil
  } catch let refusal as Refusal {
    return refusal
  }
}
