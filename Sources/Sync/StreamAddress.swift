internal import BrowserModel
internal import RetraceTimeline

/// The address of a profile's stream.
package struct StreamAddress: Equatable, Sendable {
  /// The name of the stream, which is unique to the profile and consists of letters, digits and
  /// dashes.
  package var name: String
  /// The addresses of the servers that store the stream.
  package var servers: [String]

  /// Creates an address.
  package init(name: String, servers: [String]) {
    self.name = name
    self.servers = servers
  }

  /// Returns the name of a profile's stream.
  static func name(of profile: [UInt8]) -> String { "retrace-" + profile.hexadecimal }
}
