internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Opens the profile specified by a call.
struct Opening {
  private let call: Call
  private let clock: SharedClock

  init(_ call: Call, _ clock: SharedClock) {
    self.call = call
    self.clock = clock
  }

  func store() throws -> Store {
    let log = try log()
    let bar = ProgressBar("opening")
    return try Store(log, progress: bar.goesOn) { [clock] in clock.read().milliseconds }
  }

  private func log() throws -> EventLog {
    guard let path = try call.profilePath(environment: .process) else { return EventLog() }
    guard !call.isReadOnly else { return try log(path, .readOnly) }
    do {
      return try log(path, .readWrite)
    } catch let error as LogError
      where [.readOnly, .notPermitted].contains(error.reason) && call.work.onlyReads
    {
      // If writing is not permitted, commands that only read can still run.
      return try log(path, .readOnly)
    }
  }

  private func log(_ path: String, _ access: EventLog.Access) throws -> EventLog {
    try EventLog(
      profile: path, access: access, making: .withFirstBatch)
  }
}
