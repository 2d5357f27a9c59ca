/// The identity of a profile, which consists of its directory's identity and the identifier that
/// was stored when the profile was created.
///
/// A copy has another directory, and a new profile at the same path has another identifier.
struct ProfileIdentity: Equatable {
  /// The device and inode of the profile directory.
  let directory: FileSystem.Identity
  /// The metadata value `profile`, or nil if the value is missing or damaged.
  let identifier: [UInt8]?

  init(of environment: Environment, in profile: Profile) throws {
    directory = try FileSystem.entry(at: profile.directory).identity
    identifier = try environment.profileIdentifier()
  }
}
