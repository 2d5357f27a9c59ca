import Platform

/// The leftovers of compactions in a profile, which are replaced environments and unfinished
/// copies.
///
/// A directory is removed only if it has the name of an environment, is marked as removable by a
/// ``Marker`` or by its suffix, and contains only an environment's files.
struct LeftoverFiles {
  private let profile: Profile
  private let live: Environment
  /// The suffix of a directory's name while it is being removed.
  private static let goneSuffix = ".gone"
  /// The names of all files that an environment directory can contain.
  static let files =
    ["data.mdb", "lock.mdb", "closed"] + Marker.allCases.map(\.rawValue)

  init(of profile: Profile, beside live: Environment) {
    self.profile = profile
    self.live = live
  }

  /// Removes the leftovers that no other process is using.
  ///
  /// Nothing is removed if the profile is no longer at its path. Nothing is removed either if
  /// `current` does not name the live environment, because `current` must be corrected first.
  ///
  /// - Returns: The paths of replaced environments that still exist.
  func remove() -> [String] {
    // If something cannot be read now, it is removed when the profile is opened later. Leftover
    // files are harmless.
    guard live.isStillInPlace(), let current = try? profile.namedEnvironment() else { return [] }
    let names = ((try? FileSystem.names(in: profile.directory)) ?? []).filter(Self.isName)
    let directories = names.map { profile.directory + "/" + $0 }.filter { $0 != live.directory }
    guard current == live.directory else {
      return directories.filter { Self.isOurs($0) && Marker.superseded.isIn($0) }
    }
    profile.removeDraftOfCurrent()
    // An empty directory was created by a process that was killed before it could mark it.
    for directory in directories { _ = unsafe rmdir(directory) }
    return directories.filter(Self.isOurs).compactMap(remove)
  }

  /// Whether a name is the name of an environment, with or without the suffix for removal.
  private static func isName(_ name: String) -> Bool {
    Profile.isEnvironmentName(
      name.hasSuffix(goneSuffix) ? String(name.dropLast(goneSuffix.count)) : name)
  }

  /// Whether a directory contains only an environment's files and is marked as removable.
  private static func isOurs(_ directory: String) -> Bool {
    // A directory that cannot be listed is not removed.
    guard FileSystem.isDirectory(directory), let names = try? FileSystem.names(in: directory)
    else { return false }
    return names.allSatisfy { files.contains($0) }
      && (directory.hasSuffix(goneSuffix)
        || names.contains { name in Marker.allCases.contains { $0.rawValue == name } })
  }

  /// Removes a directory unless a process is using it.
  ///
  /// - Returns: The path of the directory if it should have been removed but still exists,
  ///   otherwise nil.
  private func remove(_ directory: String) -> String? {
    if directory.hasSuffix(Self.goneSuffix) { return removeNow(directory) }
    if Marker.superseded.isIn(directory) { return isStillLive ? removeNow(directory) : directory }
    guard let lock = UnfinishedDirectory.Lock(ofAbandoned: directory) else { return nil }
    defer { lock.release() }
    // The process that held the lock may have made the copy the live environment, and ended before
    // it removed the marker.
    return isStillLive ? removeNow(directory) : nil
  }

  /// Whether no other environment has replaced the live environment since it was opened. The value
  /// is false if this is unknown. In that case, nothing is removed, because the directory to remove
  /// may be the new live environment, or lead to it.
  ///
  /// LMDB writes a commit to the file before it publishes the commit to readers. A process that is
  /// killed between these two steps never publishes the commit. Therefore, the newest state in the
  /// file must be the state that is read.
  private var isStillLive: Bool {
    guard let transaction = try? Transaction(live, kind: .read) else { return false }
    defer { transaction.abort() }
    return (try? transaction.isSuperseded()) == false
      && live.lastTransaction == transaction.number
  }

  /// Removes a directory. The directory is renamed first, because a process that is about to open
  /// the directory would otherwise re-create its files.
  private func removeNow(_ directory: String) -> String? {
    var path = directory
    if !path.hasSuffix(Self.goneSuffix) {
      let gone = directory + Self.goneSuffix
      do {
        try FileSystem.rename(directory, to: gone)
        path = gone
      } catch {
        // The directory is removed under its own name.
      }
    }
    for name in Self.files {
      _ = unsafe unlink(path + "/" + name)
    }
    _ = unsafe rmdir(path)
    return FileSystem.exists(path + "/data.mdb") ? path : nil
  }
}

extension ProfileRecords {
  /// Removes the leftovers of compactions.
  ///
  /// - Parameter waits: Whether to wait until no other process is writing. If false, the leftovers
  ///   may stay if a commit is in progress.
  /// - Returns: The paths of replaced environments that could not be removed. Each time the profile
  ///   is opened for writing, the removal is tried again.
  @discardableResult
  func removeLeftovers(waits: Bool = false) -> [String] {
    guard access == .readWrite else { return [] }
    do {
      return try repeating {
        let environment = try liveEnvironment()
        if waits {
          try environment.beginWriting()
        }
        defer { if waits { environment.endWriting() } }
        // If another process has just replaced the environment, this opens the new environment.
        let transaction = try begin(.read)
        defer { transaction.abort() }
        return LeftoverFiles(of: profile, beside: environment).remove()
      }
    } catch {
      // The next transaction reports the problem.
      return []
    }
  }
}
