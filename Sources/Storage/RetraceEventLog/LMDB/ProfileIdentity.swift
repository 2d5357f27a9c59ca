/// The identity of a profile: the identity of its directory and the identifier that it was created
/// with.
///
/// A copy has another directory, and a new profile at the same path has another identifier.
struct ProfileIdentity: Equatable {
  /// Device and inode of the profile directory.
  let directory: FileSystem.Identity
  /// The metadata `profile`.
  let identifier: [UInt8]?

  init(of environment: Environment, in profile: Profile) throws {
    directory = try FileSystem.entry(at: profile.directory).identity
    identifier = try environment.profileIdentifier()
  }
}
