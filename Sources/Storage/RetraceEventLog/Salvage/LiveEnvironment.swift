import CLMDB
import Platform

/// The live environment of a profile, found without LMDB.
struct LiveEnvironment {
  let directory: String

  /// Finds the live environment, starting at the environment that `current` names and continuing
  /// with its replacements.
  ///
  /// If `current` is damaged or missing, the search starts at the newest complete environment.
  init(_ profile: Profile) throws {
    var directory = try Self.named(profile)
    var seen: Set<String> = []
    while seen.insert(directory).inserted, let next = try Self.successor(of: directory, profile) {
      directory = next
    }
    self.directory = directory
  }

  private static func named(_ profile: Profile) throws -> String {
    if let named = try? profile.namedEnvironment(), FileSystem.exists(named + "/data.mdb") {
      return named
    }
    let complete = try profile.environments(after: profile.directory + "/log-0")
      .map { profile.directory + "/" + $0 }
      .filter { FileSystem.exists($0 + "/data.mdb") && !Marker.unfinished.isIn($0) }
    let newest = complete.max { (Profile.number($0) ?? 0) < (Profile.number($1) ?? 0) }
    guard let newest else {
      throw LogError(.damaged, operation: "find the live log", path: profile.directory)
    }
    return newest
  }

  /// Returns the environment that has replaced another environment, or nil if the environment was
  /// not replaced.
  private static func successor(
    of directory: String, _ profile: Profile
  ) throws -> String? {
    // An environment that this process has open is the live one, because an open log switches to
    // the replacement of its environment.
    guard let file = try? Environment.file(in: directory), !OpenEnvironments.has(file) else {
      return nil
    }
    let descriptor = try FileSystem.open(directory + "/data.mdb", O_RDONLY)
    defer { close(descriptor) }
    let pages = try PageLog(descriptor, of: profile.directory, noted: nil)
    guard let name = pages.storedMetadata()[Metadata.superseded],
      let next = profile.environment(named: String(decoding: name, as: UTF8.self)),
      FileSystem.exists(next + "/data.mdb")
    else { return nil }
    return next
  }
}
