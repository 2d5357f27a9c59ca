internal import BrowserModel
internal import RetraceTimeline

/// Where a profile's stream is.
package struct StreamAddress: Equatable, Sendable {
  /// The name of the stream: letters and digits that no other profile has.
  package var name: String
  /// The servers that keep it.
  package var servers: [String]

  /// Creates an address.
  package init(name: String, servers: [String]) {
    self.name = name
    self.servers = servers
  }

  /// The name of a profile's stream.
  static func name(of profile: [UInt8]) -> String { "retrace-" + profile.hexadecimal }
}
