import TestSupport
import Testing

@testable import RetraceEventLog

/// The place of a log. Logs behave the same in memory and in a profile.
enum Place: CaseIterable {
  case disk, memory

  func log(in folder: TemporaryFolder) throws -> EventLog {
    switch self {
    case .disk: try EventLog(profile: folder.profile, access: .readWrite)
    case .memory: EventLog()
    }
  }
}
