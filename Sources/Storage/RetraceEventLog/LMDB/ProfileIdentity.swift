import Glibc

/// What tells a profile from every other: the identity of its directory and the identifier that
/// it was made with.
///
/// A copy has another directory, and a new profile at the same path another identifier.
struct ProfileIdentity: Equatable {
  /// Device and inode of the profile directory.
  let directory: FileSystem.Identity
  /// The metadata `profile`.
  let identifier: [UInt8]?

  init(of environment: Environment, in profile: Profile) throws(LogFailure) {
    directory = try FileSystem.entry(at: profile.directory).identity
    identifier = try environment.profileIdentifier()
  }
}
