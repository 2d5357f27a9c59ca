/// A stream on servers in a network.
package protocol ServedStream: SharedStream {
  /// The descriptors whose input ends a wait, in addition to new messages.
  var wakingDescriptors: [Int32] { get set }

  /// The names of servers that store a copy of the stream and were down when its state was last
  /// read, as reported by the other servers. An empty string represents an unknown name.
  var absentServers: [String] { get }

  /// Creates the stream unless it exists.
  func make() throws
}
