/// A stream on servers in a network.
package protocol ServedStream: SharedStream {
  /// The descriptors whose input also ends a wait.
  var wakingDescriptors: [Int32] { get set }

  /// The names of servers that store a copy of the stream and were down when its state was last
  /// read, as reported by the other servers. An empty string means an unknown name.
  var absentServers: [String] { get }

  /// Creates the stream unless it exists.
  func make() throws
}
