internal import BrowserModel
internal import Timeline

/// Where a profile's stream is.
public struct StreamAddress: Equatable, Sendable {
  /// The name of the stream: letters and digits that no other profile has.
  public var name: String
  /// The servers that keep it.
  public var servers: [String]

  /// Creates an address.
  public init(name: String, servers: [String]) {
    self.name = name
    self.servers = servers
  }

  /// The name of a profile's stream.
  static func name(of profile: [UInt8]) -> String { "retrace-" + profile.hexadecimal }
}
