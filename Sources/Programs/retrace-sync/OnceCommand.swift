import Catalogue
import CommandKit
internal import Notation
import Platform
import RetraceEventLog
import RetraceStore
import Sync

/// `once`: sends and receives new events, and prints their numbers.
struct OnceCommand {
  private let call: HelperCall
  private let answer: SyncAnswer

  init(_ call: HelperCall) {
    self.call = call
    answer = SyncAnswer(call)
  }

  func run() throws {
    let synchronization = try SyncCommand.synchronization(call)
    let report = try synchronization.exchangeShowingProgress()
    let status = try synchronization.status()
    try answer.write("sync") { json in
      json.member("sent", report.sentBatches)
      json.member("received", report.receivedBatches)
      if let problem = status.problem { json.member("problem", problem) }
      if !synchronization.absentServers.isEmpty {
        json.array("absentServers", of: synchronization.absentServers)
      }
      json.array("devices", of: status.devices.filter { !$0.isRemoved }.map(\.name))
    }
    try answer.printLine(
      (report.sentence ?? "Nothing new on either side.") + " Shared with " + status.others + ".")
    for case let problem? in [status.problem, synchronization.absenceSentence] {
      try answer.printLine(SafeText(problem))
    }
  }
}
