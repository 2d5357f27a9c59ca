internal import EventLog
internal import Notation
internal import Session

/// Opens the profile that a call asks for.
struct Opening {
  private let call: Call
  private let clock: SharedClock

  init(_ call: Call, _ clock: SharedClock) {
    self.call = call
    self.clock = clock
  }

  func session() throws(OpeningFailure) -> Session {
    let log = try log()
    do throws(LogFailure) {
      let bar = LongWorkBar()
      return try Session(log, progress: bar.show) { [clock] in clock.read().milliseconds }
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
      return try EventLog(
        profile: path, access: call.isReadOnly ? .readOnly : .readWrite,
        making: .withFirstBatch)
    } catch {
      throw OpeningFailure(error)
    }
  }
}

/// Why no session could be opened.
struct OpeningFailure: Error {
  let message: String
  /// Where the call itself was wrong.
  let usage: UsageError?

  init(_ failure: LogFailure) {
    message = failure.description
    usage = nil
  }

  init(_ error: UsageError) {
    message = error.message
    usage = error
  }
}
