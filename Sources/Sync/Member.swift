internal import BrowserModel
internal import RetraceTimeline

/// A device as the others know it.
struct Member: Equatable, Sendable {
  /// What it was called when it joined.
  var name: String
  /// The key by which it can be sent a secret.
  var publicKey: [UInt8]
  /// How many messages it has written.
  var messageCount: UInt64
  /// Whether it was removed.
  var isRemoved = false
  /// The positions of the parts of a batch whose last part is still to come.
  var parts: [UInt64] = []
}

extension Member {
  /// One that has said with its first message that it has joined, or is back.
  init(_ note: DeviceJoinRecord) {
    self.init(name: note.name, publicKey: note.publicKey, messageCount: 1)
  }
}
