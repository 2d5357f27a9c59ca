internal import BrowserModel
internal import RetraceTimeline

/// The sync state of a device, which includes the keys and the position up to which the device has
/// read the shared stream.
///
/// The state is stored in the metadata of the log. Backups do not contain the state.
package struct SyncState: Equatable, Sendable {
  /// The addresses of the servers that store the stream.
  package internal(set) var servers: [String]
  /// The name of this device.
  package internal(set) var name: String
  /// The number of this device, or 0 until the device has read the message with which it joined.
  package internal(set) var number: UInt32 = 0
  /// The last position that was read. It decreases if servers return messages that they had not
  /// returned before.
  package internal(set) var position: UInt64 = 0

  /// The profile's identifier, 16 random bytes.
  let profile: [UInt8]
  /// The bytes that distinguish this device's log from a copy of the log.
  var logDevice: [UInt8]
  /// The key pair of this device.
  let box: BoxKeys
  /// The keys of the profile by epoch. Epochs are numbered 1, 2, 3 …
  var keys: [UInt32: [UInt8]]
  /// The epoch of the key that applies to messages after ``position``.
  var epoch: UInt32 = 1
  /// The creation time of the stream (``StreamState/created``).
  var created: Int64 = 0
  /// The time when the message at ``position`` was appended, by the servers' clock.
  var milliseconds: Int64 = 0
  /// The ``StreamHash`` of the stream up to ``position``.
  var hash = StreamHash.none
  /// The position of the last message of the chain. Messages of the chain are never erased.
  var chainPosition: UInt64 = 0
  /// The devices that have joined, by number. Removed devices are included even if this device did
  /// not know them before their removal.
  var members: [UInt32: Member] = [:]
  /// The newest event of this device that is in the stream.
  var sentThrough: Int32 = 0
  /// The messages that this device may have appended but has not read back yet.
  var attempts: [PlacedMessage] = []
  /// The times when the unused invitations in the stream were appended, by position.
  var invitations: [UInt64: Int64] = [:]
  /// The positions of the invitations that were used.
  var usedInvitations: Set<UInt64> = []
  /// The invitations of this device that must be erased once they are used or expired.
  var ownInvitations: Set<UInt64> = []
  /// The number of messages with batches in the stream since devices last compared their libraries.
  var messagesSinceComparison: UInt64 = 0
  /// The message about the failure of the last exchange, or nil if the exchange succeeded.
  var failure: String?
  /// The device whose library differed from this device's library in the last comparison, or nil if
  /// the libraries were equal.
  var differing: UInt32?
  /// The library hash of another device to compare with, or nil if there is no hash or if batches
  /// follow the hash in the stream.
  var comparison: Comparison?
  /// The difference between the number of a device that joins and the position of the message with
  /// which it joins.
  var base: UInt32 = 0
  /// The first epoch in which the stream accepts batches. The value is greater than 1 only in a
  /// stream that replaced another stream.
  var firstEpoch: UInt32 = 1
  /// The devices that were known when the previous stream was lost or ended, or nil if there was no
  /// previous stream.
  var former: StreamStart?
  /// Whether this device is creating, or has created, the stream that replaces a lost stream.
  var isFounder = false
  /// Whether the stream has batches of events.
  var hasBatches = false
  /// The forget requests that not all devices have completed.
  var forgettings: [PendingForget] = []
  /// The events of which another device has forgotten data that this device still has, as an
  /// encoded ``SharedForgetting``. This device forgets the data once the batches that revealed the
  /// difference are in the log. The array is usually empty.
  var redacted: [UInt8] = []
  /// Whether unused pages of the log may contain a request that all devices have completed.
  var hasRemnants = false
  /// The forget requests that this device has completed, or that it need not complete because it
  /// joined later. Other devices may send these requests again.
  var forgotten: [ForgetReceipt] = []
  /// The device that created the stream. The value is nil until the first message is read. It is
  /// also nil in the first stream of a profile if an earlier version of the program read the
  /// message.
  var founder: Founder?
  /// A notice that the stream contains data to forget and will be replaced, or nil if there is no
  /// such notice.
  var ending: StreamEnding?
  /// The ``StreamHash`` of the first message of this stream, or empty until that message is read.
  var beginning: [UInt8] = []
  /// The hashes of the first messages of earlier streams, newest last.
  var previousBeginnings: [[UInt8]] = []
  /// The devices that were removed before this device was invited. This device receives the key
  /// before it has read about the removals.
  var removedBefore: [UInt32] = []
  /// The number of this device before it joined again, and the newest event that it sent to the
  /// stream under that number. Nil if the device joined only once.
  var past: EventOrigin?
  /// Whether this device cannot continue under its number, because the profile is a copy or another
  /// device uses the number.
  var isCopied = false

  /// The name of the profile's stream, which is unique to the profile and consists of letters,
  /// digits and dashes.
  package var streamName: String { StreamAddress.name(of: profile) }

  init(
    profile: [UInt8], servers: [String], name: String, logDevice: [UInt8],
    box: BoxKeys = Sodium.boxKeys(), keys: [UInt32: [UInt8]]
  ) {
    self.profile = profile
    self.servers = servers
    self.name = name
    self.logDevice = logDevice
    self.box = box
    self.keys = keys
  }

  /// The message about the current problem, or nil if there is no problem.
  package var problem: String? {
    failure
      ?? differing.map { "The bookmarks and settings here differ from those of \(label(of: $0))." }
  }

  /// The address of the stream.
  package var address: StreamAddress { StreamAddress(name: streamName, servers: servers) }

  /// Whether another device has removed this device.
  var isRemoved: Bool { members[number]?.isRemoved ?? false }

  /// Returns a device's name for use in a sentence, such as `device “phone”`.
  func label(of device: UInt32) -> String {
    // New names of other devices are only in the log.
    let known = device == number ? name : members[device]?.name ?? ""
    return known.isEmpty ? "a device without a name" : "device “\(known)”"
  }
}

extension Collection<UInt8> {
  /// The bytes as hexadecimal digits, two for each byte.
  var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

// MARK: Encoding

extension SyncState {
  private static let magic = Array("retrace sync 1\n".utf8)
  private static let checksumLength = 8

  /// The state as bytes, with a checksum.
  var bytes: [UInt8] {
    var writer = MessageWriter()
    writer.put(profile)
    writer.put(logDevice)
    writer.put(box.open)
    writer.put(box.secret)
    writer.put(list: servers) { $0.put($1) }
    writer.put(name)
    writer.put(number)
    writer.put(list: keys.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      $0.put($1.value)
    }
    writer.put(epoch)
    writer.put(UInt64(bitPattern: created))
    writer.put(position)
    writer.put(UInt64(bitPattern: milliseconds))
    writer.put(hash)
    writer.put(list: members.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      $0.put($1.value)
    }
    writer.put(UInt32(bitPattern: sentThrough))
    writer.put(list: attempts) { $0.put($1) }
    writer.put(list: invitations.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      $0.put(UInt64(bitPattern: $1.value))
    }
    writer.put(list: usedInvitations.sorted()) { $0.put($1) }
    writer.put(list: ownInvitations.sorted()) { $0.put($1) }
    writer.put(messagesSinceComparison)
    writer.put(optional: comparison) {
      $0.put($1.device)
      $0.put($1.hash)
    }
    writer.put(optional: failure) { $0.put($1) }
    writer.put(differing ?? 0)
    writer.put(optional: former) { $0.put($1) }
    writer.put(base)
    writer.put(firstEpoch)
    writer.put(isFounder)
    writer.put(hasBatches)
    writer.put(list: forgettings) { $0.put($1) }
    writer.put(list: forgotten) { $0.put($1.id) }
    writer.put(optional: founder) {
      $0.put($1.device)
      $0.put(list: $1.forgotten) { $0.put($1) }
      $0.put($1.hasBegun)
    }
    writer.put(chainPosition)
    writer.put(optional: ending) {
      $0.put($1.device)
      $0.put(UInt64(bitPattern: $1.milliseconds))
    }
    // Earlier versions stored here the last message that was about to be applied.
    writer.put(0 as UInt64)
    writer.put(isProven)
    writer.put(beginning)
    writer.put(list: previousBeginnings) { $0.put($1) }
    writer.put(list: forgotten) { $0.put($1.newest) }
    writer.put(list: removedBefore) { $0.put($1) }
    writer.put(optional: past) { $0.put($1) }
    writer.put(isCopied)
    writer.put(list: forgettings.filter(\.isNew)) { $0.put($1.id) }
    writer.put(redacted)
    writer.put(hasRemnants)
    let content = Self.magic + writer.bytes
    return content + Sodium.hash(content).prefix(Self.checksumLength)
  }

  /// Decodes a state.
  init(bytes: [UInt8]) throws {
    let content = Array(bytes.dropLast(Self.checksumLength))
    guard content.starts(with: Self.magic),
      Array(bytes.suffix(Self.checksumLength))
        == Array(Sodium.hash(content).prefix(Self.checksumLength))
    else { throw SyncError.garbled }
    var reader = MessageReader(Array(content.dropFirst(Self.magic.count)))
    profile = try reader.block(of: Invitation.profileLength)
    logDevice = Array(try reader.block())
    box = BoxKeys(
      open: try reader.block(of: Sodium.boxKeyLength),
      secret: try reader.block(of: Sodium.boxKeyLength))
    servers = try reader.list { reader in try reader.text() }
    name = try reader.text()
    number = try reader.number(as: UInt32.self)
    keys = try reader.table { reader in
      (try reader.number(as: UInt32.self), try reader.block(of: Sodium.keyLength))
    }
    epoch = try reader.number(as: UInt32.self)
    created = Int64(bitPattern: try reader.number())
    position = try reader.number()
    milliseconds = Int64(bitPattern: try reader.number())
    hash = try reader.block(of: Sodium.hashLength)
    members = try reader.table { reader in
      (try reader.number(as: UInt32.self), try reader.member())
    }
    sentThrough = Int32(bitPattern: try reader.number(as: UInt32.self))
    attempts = try reader.list { reader in
      try reader.placedMessage()
    }
    invitations = try reader.table { reader in
      (try reader.number(), Int64(bitPattern: try reader.number()))
    }
    usedInvitations = Set(
      try reader.list { reader in try reader.number() })
    ownInvitations = Set(
      try reader.list { reader in try reader.number() })
    messagesSinceComparison = try reader.number()
    comparison = try reader.optional { reader in
      Comparison(
        device: try reader.number(as: UInt32.self), hash: try reader.block(of: Sodium.hashLength))
    }
    failure = try reader.optional { reader in try reader.text() }
    let differing = try reader.number(as: UInt32.self)
    self.differing = differing == 0 ? nil : differing
    try readLater(&reader)
    try reader.finish()
  }

  /// Reads the fields that were added in later versions. An older version may have written only
  /// some of these fields, or none of them.
  private mutating func readLater(_ reader: inout MessageReader) throws {
    hasBatches = true
    guard !reader.isAtEnd else { return }
    former = try reader.optional { reader in try reader.streamStart() }
    base = try reader.number(as: UInt32.self)
    firstEpoch = try reader.number(as: UInt32.self)
    isFounder = try reader.flag()
    guard !reader.isAtEnd else { return }
    hasBatches = try reader.flag()
    forgettings = try reader.list { reader in try reader.pendingForget() }
    forgotten = try reader.forgettingIDs().map { ForgetReceipt(id: $0, newest: .nothing) }
    former?.forgotten = forgotten.map(\.id)
    founder = try reader.optional { reader in
      Founder(
        device: try reader.number(as: UInt32.self), forgotten: try reader.forgettingIDs(),
        hasBegun: try reader.flag(), isProven: true)
    }
    chainPosition = try reader.number()
    ending = try reader.optional { reader in
      StreamEnding(
        device: try reader.number(as: UInt32.self),
        milliseconds: Int64(bitPattern: try reader.number()))
    }
    guard !reader.isAtEnd else { return }
    _ = try reader.optional { reader in try reader.placedMessage() }
    guard !reader.isAtEnd else { return }
    let isProven = try reader.flag()
    founder?.isProven = isProven
    beginning = Array(try reader.block())
    previousBeginnings = try reader.list { reader in
      Array(try reader.block())
    }
    guard !reader.isAtEnd else { return }
    let newest = try reader.list { reader in try reader.event() }
    for (index, event) in zip(forgotten.indices, newest) { forgotten[index].newest = event }
    guard !reader.isAtEnd else { return }
    removedBefore = try reader.devices()
    guard !reader.isAtEnd else { return }
    past = try reader.optional { reader in try reader.origin() }
    isCopied = try reader.flag()
    guard !reader.isAtEnd else { return }
    let new = try reader.forgettingIDs()
    for index in forgettings.indices {
      forgettings[index].isNew = new.contains(forgettings[index].id)
    }
    redacted = Array(try reader.block())
    hasRemnants = try reader.flag()
  }
}

extension MessageWriter {
  mutating func put(_ message: PlacedMessage) {
    put(message.position)
    put(message.hash)
  }

  mutating func put(_ member: Member) {
    put(member.name)
    put(member.publicKey)
    put(member.messageCount)
    put(member.isRemoved)
    put(list: member.parts) { $0.put($1) }
  }
}

extension MessageReader {
  mutating func placedMessage() throws -> PlacedMessage {
    PlacedMessage(position: try number(), hash: try block(of: Sodium.hashLength))
  }

  mutating func member() throws -> Member {
    Member(
      name: try text(), publicKey: try block(of: Sodium.boxKeyLength),
      messageCount: try number(), isRemoved: try flag(),
      parts: try list { reader in try reader.number() })
  }

  /// Reads the next list as a dictionary.
  mutating func table<Key: Hashable, Value>(
    _ entry: (inout MessageReader) throws -> (Key, Value)
  ) throws -> [Key: Value] {
    Dictionary(try list(entry)) { first, _ in first }
  }
}
