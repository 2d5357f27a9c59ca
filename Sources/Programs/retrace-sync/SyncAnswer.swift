import Catalogue
import CommandKit
internal import Notation
import Sync

/// The output of this program: sentences for the user, or a JSON object.
struct SyncAnswer {
  private let printsJSON: Bool
  private let output = Output(.standardOutput)

  init(_ call: HelperCall) { printsJSON = call.printsJSON }

  /// Whether the output is sentences on a terminal.
  var isOnTerminal: Bool { output.isTerminal && !printsJSON }

  /// Prints a line, unless the answer is JSON.
  func printLine(_ line: SafeText) throws {
    guard !printsJSON else { return }
    output.writeLine(line)
    try output.flush()
  }

  /// Prints a line without wrapping it at the edge of the terminal, so that the user can copy it.
  func printUnwrapped(_ line: SafeText) throws {
    guard !printsJSON else { return }
    output.write(line + "\n")
    try output.flush()
  }

  /// Writes an object with one member if the answer is JSON.
  func write(_ name: String, _ body: (inout JSONWriter) -> Void) throws {
    guard printsJSON else { return }
    var json = JSONWriter()
    json.object { $0.object(name, body) }
    output.writeLine(json)
    try output.flush()
  }

  /// Writes the status of the devices.
  func write(_ status: SyncStatus) throws {
    try write("sync") { json in
      json.member("device", status.ordinal)
      json.member("name", status.name)
      json.array("servers", of: status.servers.map(Self.shown))
      json.member("read", Int(status.position))
      json.member("waiting", status.waitingBatches)
      json.member("exchanged", status.lastExchange.map { Timestamp(milliseconds: $0) })
      if status.isFollowed { json.member("following", true) }
      if let problem = status.problem { json.member("problem", problem) }
      json.array("devices") { json in
        for device in status.devices {
          json.object { json in
            json.member("number", device.ordinal)
            json.member("id", Int(device.number))
            json.member("name", device.name)
            if device.isThis { json.member("this", true) }
            if device.isRemoved { json.member("removed", true) }
            if device.isToForget { json.member("hasToForget", true) }
          }
        }
      }
    }
  }

  /// Returns the address of a server without its password.
  static func shown(_ server: String) -> String {
    (try? StreamServers([server]))?.descriptions.first ?? "a server with an invalid address"
  }
}

extension SyncStatus {
  /// Whether another device shares the profile.
  var hasOthers: Bool { devices.contains { !$0.isThis && !$0.isRemoved } }

  /// The names of the other devices that share the profile, for use in a sentence.
  var others: SafeText {
    let names = devices.filter { !$0.isThis && !$0.isRemoved }.map { SafeText("“\($0.name)”") }
    guard let last = names.last else { return "no other device yet" }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The time of the last exchange, and whether `sync follow` is running, as a sentence. Nil before
  /// the first exchange.
  var exchangeSentence: SafeText? {
    guard let lastExchange else { return nil }
    let time = Timestamp(milliseconds: lastExchange).shortText(now: .now)
    return "Last exchanged: \(time). "
      + (isFollowed ? "“sync follow” is running." : "“sync follow” is not running.")
  }
}

extension Synchronization {
  /// The unreachable servers, as a sentence, or nil if all servers can be reached.
  var absenceSentence: String? {
    guard let last = absentServers.last else { return nil }
    guard absentServers.count == 1 else { return "\(absentServers.count) servers are unreachable." }
    guard !last.isEmpty else {
      return "Only two of the three servers have everything at the moment. If another fails, "
        + "syncing stops."
    }
    return "The server “\(last)” is unreachable. The other servers continue without it, but if "
      + "another fails, syncing stops."
  }
}

extension SyncReport {
  /// The numbers of actions sent and received, as a sentence, or nil if both are 0.
  var sentence: SafeText? {
    switch (sentBatches, receivedBatches) {
    case (0, 0): nil
    case (let sent, 0): "Sent " + Self.counted(sent) + "."
    case (0, let received): "Received " + Self.counted(received) + "."
    case (let sent, let received):
      "Sent " + Self.counted(sent) + " and received \(received.grouped)."
    }
  }

  private static func counted(_ count: Int) -> SafeText {
    count == 1 ? "1 action" : "\(count.grouped) actions"
  }
}
