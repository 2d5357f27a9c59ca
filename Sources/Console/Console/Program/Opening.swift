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

  func store() throws(OpeningFailure) -> Store {
    let log = try log()
    do throws(LogFailure) {
      let bar = ProgressBar("opening")
      return try Store(log, progress: bar.goesOn) { [clock] in clock.read().milliseconds }
    } catch {
      throw OpeningFailure(error)
    }
  }

  private func log() throws(OpeningFailure) -> EventLog {
    let path: String?
    do throws(UsageError) {
      path = try call.profilePath(environment: .process)
    } catch {
      throw OpeningFailure(error)
    }
    guard let path else { return EventLog() }
    do throws(LogFailure) {
      guard !call.isReadOnly else { return try log(path, .readOnly) }
      do throws(LogFailure) { return try log(path, .readWrite) } catch {
        // If writing is not permitted, commands that only read can still continue.
        guard error.reason == .readOnly || error.reason == .notPermitted, call.work.onlyReads else {
          throw error
        }
        return try log(path, .readOnly)
      }
    } catch {
      throw OpeningFailure(error)
    }
  }

  private func log(_ path: String, _ access: EventLog.Access) throws(LogFailure) -> EventLog {
    try EventLog(
      profile: path, access: access, making: .withFirstBatch)
  }
}
