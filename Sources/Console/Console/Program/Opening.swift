internal import EventLog
internal import Notation
internal import Store

/// Opens the profile that a call asks for.
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
        // Where only looking is allowed, who only looks needs no more.
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

/// Why no session could be opened.
struct OpeningFailure: Error {
  let message: String
  /// Where the call itself was wrong.
  let usage: UsageError?

  init(_ failure: LogFailure) {
    let isDamaged = failure.reason == .damaged
    message = failure.description + (isDamaged ? CommandFailure.advice : "")
    usage = nil
  }

  init(_ error: UsageError) {
    message = error.message
    usage = error
  }
}

/// What is wrong with a profile though it can be opened, and what is told at every opening, also to
/// scripts.
enum ProfileWarning {
  case older, droppedForgetting

  static func of(_ store: Store) -> [ProfileWarning] {
    var warnings: [ProfileWarning] = []
    if store.log.isOlderThanNoted { warnings.append(.older) }
    if store.hasDroppedForgetting { warnings.append(.droppedForgetting) }
    return warnings
  }

  var sentence: String {
    switch self {
    case .older: "This profile is older than it once was: the newest events are missing."
    case .droppedForgetting:
      "A forgetting was cut off, and the note of what it was to take is damaged and was dropped: "
        + "forget it once more."
    }
  }
}
