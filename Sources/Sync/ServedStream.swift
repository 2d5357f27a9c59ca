/// A stream on servers that are reached over a network.
package protocol ServedStream: SharedStream {
  /// Input at one of these descriptors ends a wait, too.
  var wakingDescriptors: [Int32] { get set }

  /// The names of servers that hold a copy of the stream and were away when its state was asked for last, as
  /// far as the others say; an empty one where they do not know it.
  var absentServers: [String] { get }

  /// Makes the stream, unless it is there.
  func make() throws(StreamFailure)
}
