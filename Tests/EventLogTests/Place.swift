import TestSupport
import Testing

@testable import RetraceEventLog

/// Where a log lives; both places behave the same.
enum Place: CaseIterable {
  case disk, memory

  func log(in folder: TemporaryFolder) throws -> EventLog {
    switch self {
    case .disk: try EventLog(profile: folder.profile, access: .readWrite)
    case .memory: EventLog()
    }
  }
}
