/// A code that lets another device join the profile once, within ten minutes.
///
/// The code contains the location of the profile's stream, and the key to a message in the stream
/// that contains the profile's keys. Anyone with the code can join, so do not send it. Type it from
/// the screen or scan it with a camera.
///
/// ```swift
/// let invitation = try Invitation(typed)
/// print("Joining through \(invitation.servers.joined(separator: ", ")) …")
/// ```
package struct Invitation: Equatable, Sendable {
  /// The addresses of the servers that store the stream, as used by the inviting device.
  package let servers: [String]
  /// The identifier of the profile.
  let profile: [UInt8]
  /// The position of the message with the profile's keys.
  let position: UInt64
  /// The key of the message at ``position``.
  let key: [UInt8]

  /// The lifetime of an invitation, by the clock of the servers.
  package static let lifetimeMilliseconds: Int64 = 10 * 60 * 1_000

  /// Whether an invitation that was created at `invited` has expired at `milliseconds`. Both times
  /// are untrusted input.
  static func hasExpired(from invited: Int64, at milliseconds: Int64) -> Bool {
    let (age, isOverflow) = milliseconds.subtractingReportingOverflow(invited)
    return isOverflow ? invited < milliseconds : age > lifetimeMilliseconds
  }

  static let profileLength = 16
  static let keyLength = 16

  static let notUsable =
    "The invitation is no longer valid. It was used, it is older than ten minutes, or the "
    + "profile's key or stream was replaced. Create a new one."
  static let isAnother =
    "The servers have a different invitation. Either the code was changed in transit, or the stream "
    + "was replaced. Create a new invitation."
  static let isTooOld = "The invitation is older than ten minutes. Create a new one."

  private static let prefix = "retrace:"
  private static let version: UInt8 = 1
  private static let checksumLength = 4

  init(servers: [String], profile: [UInt8], position: UInt64, key: [UInt8]) {
    self.servers = servers
    self.profile = profile
    self.position = position
    self.key = key
  }

  /// Decodes a code, in lowercase or capital letters, with or without dashes. An `O` counts as the
  /// digit 0, and an `I` or `L` as the digit 1.
  ///
  /// - Throws: ``SyncError/Reason/invitation`` if the code is mistyped or is not an invitation,
  ///   or ``SyncError/Reason/newer`` if a newer version created it.
  package init(_ code: String) throws {
    let code = code.lowercased()
    guard code.hasPrefix(Self.prefix) else {
      throw SyncError(.invitation, "An invitation must begin with “\(Self.prefix)”.")
    }
    guard let bytes = Base32.bytes(code.dropFirst(Self.prefix.count)) else { throw Self.mistyped }
    let content = Array(bytes.dropLast(Self.checksumLength))
    guard bytes.count > Self.checksumLength,
      Self.checksum(of: content) == Array(bytes.suffix(Self.checksumLength))
    else { throw Self.mistyped }
    guard content[0] == Self.version else {
      throw SyncError(.newer, "The invitation was created by a newer version of Retrace.")
    }
    do {
      var reader = MessageReader(Array(content.dropFirst()))
      profile = try reader.block(of: Self.profileLength)
      position = try reader.number()
      key = try reader.block(of: Self.keyLength)
      servers = try reader.list { reader in try reader.text() }
      try reader.finish()
    } catch {
      throw Self.mistyped
    }
    guard position > 0 else { throw Self.mistyped }
  }

  /// The code, which consists of `retrace:` and a word of letters, digits and dashes.
  package var code: String {
    var writer = MessageWriter()
    writer.put(profile)
    writer.put(position)
    writer.put(key)
    writer.put(list: servers) { $0.put($1) }
    let content = [Self.version] + writer.bytes
    return Self.prefix + Base32.text(content + Self.checksum(of: content))
  }

  /// The address of the profile's stream.
  package var address: StreamAddress {
    StreamAddress(name: StreamAddress.name(of: profile), servers: servers)
  }

  private static func checksum(of content: [UInt8]) -> [UInt8] {
    Array(Sodium.hash(content).prefix(checksumLength))
  }

  private static let mistyped = SyncError(
    .invitation, "The invitation was mistyped: its checksum does not match.")
}
