import Platform

/// Leftovers of compactions in a profile: replaced environments, and unfinished copies.
///
/// A directory is removed only if it is named like an environment, is marked as removable by a
/// ``Marker`` or its name, and contains nothing but an environment's files.
struct LeftoverFiles {
  private let profile: Profile
  private let live: Environment
  /// The suffix of a directory's name while it is being removed.
  private static let goneSuffix = ".gone"
  /// The possible files in the directory of an environment.
  static let files =
    ["data.mdb", "lock.mdb", "closed"] + Marker.allCases.map(\.rawValue)

  init(of profile: Profile, beside live: Environment) {
    self.profile = profile
    self.live = live
  }

  /// Removes everything that can be removed without waiting for another process.
  ///
  /// Nothing is removed if `current` does not name the live environment, because it must be
  /// corrected first, or if the profile is not in its place.
  ///
  /// - Returns: The paths of replaced environments that still exist.
  func remove() -> [String] {
    // If something cannot be read now, a later opening removes it. Leftover files are harmless.
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

  /// Whether a name is that of an environment, or of one that is being removed.
  private static func isName(_ name: String) -> Bool {
    Profile.isEnvironmentName(
      name.hasSuffix(goneSuffix) ? String(name.dropLast(goneSuffix.count)) : name)
  }

  /// Whether a directory contains nothing but an environment's files, and is marked as removable.
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
  /// - Returns: Its path if that failed.
  private func remove(_ directory: String) -> String? {
    if directory.hasSuffix(Self.goneSuffix) { return removeNow(directory) }
    if Marker.superseded.isIn(directory) { return isStillLive ? removeNow(directory) : directory }
    guard let lock = UnfinishedDirectory.Lock(ofAbandoned: directory) else { return nil }
    defer { lock.release() }
    // The process that held the lock may have committed the copy as the live environment, and ended
    // before it could remove the marker.
    return isStillLive ? removeNow(directory) : nil
  }

  /// Whether no other environment has replaced the live one since it was opened. If this is
  /// unknown, nothing is removed, because `current` may lead to the live environment via the
  /// directory to remove.
  ///
  /// A commit is in the file before readers are notified, and a process that is killed in between
  /// never notifies them. Therefore the file must contain nothing newer than the state that is
  /// read.
  private var isStillLive: Bool {
    guard let transaction = try? Transaction(live, kind: .read) else { return false }
    defer { transaction.abort() }
    return (try? transaction.isSuperseded()) == false
      && live.lastTransaction == transaction.number
  }

  /// Removes a directory. It is renamed first, because a process that is about to open it would
  /// otherwise re-create its files.
  private func removeNow(_ directory: String) -> String? {
    var path = directory
    if !path.hasSuffix(Self.goneSuffix) {
      let gone = directory + Self.goneSuffix
      do {
        try FileSystem.rename(directory, to: gone)
        path = gone
      } catch {
        // It is then removed under its own name.
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
  /// - Parameter waits: Whether to wait until nobody else writes. Otherwise, nothing may be removed
  ///   while a commit is in progress.
  /// - Returns: The paths of replaced environments that could not be removed. Every later opening
  ///   for writing tries again.
  @discardableResult
  func removeStrays(waits: Bool = false) -> [String] {
    guard access == .readWrite else { return [] }
    do {
      return try repeating {
        let environment = try liveEnvironment()
        if waits {
          try environment.beginWriting()
        }
        defer { if waits { environment.endWriting() } }
        // This follows other processes that have replaced the environment meanwhile.
        let transaction = try begin(.read)
        defer { transaction.abort() }
        return LeftoverFiles(of: profile, beside: environment).remove()
      }
    } catch {
      // The next user of the log is told about the problem.
      return []
    }
  }
}
