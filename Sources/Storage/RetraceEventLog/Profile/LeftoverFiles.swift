import Glibc

/// What compactions have left in a profile: environments that were replaced, and copies that were
/// never finished.
///
/// Only directories are removed that are named like environments, say by a ``Marker`` or their
/// name that they may go, and hold nothing but an environment's files.
struct LeftoverFiles {
  private let profile: Profile
  private let live: Environment
  /// What the name of a directory ends with while it is being removed.
  private static let goneSuffix = ".gone"
  /// The files that the directory of an environment can have.
  static let files =
    ["data.mdb", "lock.mdb", "closed"] + Marker.allCases.map(\.rawValue)

  init(of profile: Profile, beside live: Environment) {
    self.profile = profile
    self.live = live
  }

  /// Removes what can be removed without waiting for another process.
  ///
  /// Nothing is removed while `current` does not name the live environment, which must be put right
  /// first, or while the profile is not in its place.
  ///
  /// - Returns: The paths of what was replaced and is still there.
  func remove() -> [String] {
    // What cannot be read now is left to a later opening: too much on the disk does no harm.
    guard live.isStillInPlace(), let current = try? profile.namedEnvironment() else { return [] }
    let names = ((try? FileSystem.names(in: profile.directory)) ?? []).filter(Self.isName)
    let directories = names.map { profile.directory + "/" + $0 }.filter { $0 != live.directory }
    guard current == live.directory else {
      return directories.filter { Self.isOurs($0) && Marker.superseded.isIn($0) }
    }
    profile.removeDraftOfCurrent()
    // An empty one was made by a process that was killed before it could mark it.
    for directory in directories { _ = unsafe rmdir(directory) }
    return directories.filter(Self.isOurs).compactMap(remove)
  }

  /// Whether a name is that of an environment, or of one that is being removed.
  private static func isName(_ name: String) -> Bool {
    Profile.isEnvironmentName(
      name.hasSuffix(goneSuffix) ? String(name.dropLast(goneSuffix.count)) : name)
  }

  /// Whether a directory holds nothing but an environment's files, and says that it may go.
  private static func isOurs(_ directory: String) -> Bool {
    // Nothing is removed of what nobody can list.
    guard FileSystem.isDirectory(directory), let names = try? FileSystem.names(in: directory)
    else { return false }
    return names.allSatisfy { files.contains($0) }
      && (directory.hasSuffix(goneSuffix)
        || names.contains { name in Marker.allCases.contains { $0.rawValue == name } })
  }

  /// Removes a directory unless a process works on it.
  ///
  /// - Returns: Its path when that failed.
  private func remove(_ directory: String) -> String? {
    if directory.hasSuffix(Self.goneSuffix) { return removeNow(directory) }
    if Marker.superseded.isIn(directory) { return isStillLive ? removeNow(directory) : directory }
    guard let lock = UnfinishedDirectory.Lock(ofAbandoned: directory) else { return nil }
    defer { lock.release() }
    // The process that held the lock may have committed that the copy is the live environment,
    // and ended before it could remove the marker.
    return isStillLive ? removeNow(directory) : nil
  }

  /// Whether no other environment has taken the place of the live one since it was opened. Nothing
  /// is removed while that is not known: `current` may lead to it by way of what is to be removed.
  ///
  /// A commit is in the file before readers are told of it, and a process that is killed in between
  /// never tells them. So nothing newer may be in the file than what is read.
  private var isStillLive: Bool {
    guard let transaction = try? Transaction(live, kind: .read) else { return false }
    defer { transaction.abort() }
    return (try? transaction.isSuperseded()) == false
      && live.lastTransaction == transaction.number
  }

  /// Removes a directory. It is renamed first: a process that is about to open it would otherwise
  /// make its files again.
  private func removeNow(_ directory: String) -> String? {
    var path = directory
    if !path.hasSuffix(Self.goneSuffix) {
      let gone = directory + Self.goneSuffix
      do throws(LogFailure) {
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
  /// Removes what compactions have left.
  ///
  /// - Parameter waits: Whether to wait until nobody else writes. Otherwise nothing may be removed
  ///   while a commit is under way.
  /// - Returns: The paths of what was replaced and could not be removed. Every later opening for
  ///   writing tries again.
  @discardableResult
  func removeStrays(waits: Bool = false) -> [String] {
    guard access == .readWrite else { return [] }
    do throws(LogFailure) {
      return try repeating { () throws(Interruption) in
        let environment = try liveEnvironment()
        if waits {
          do throws(LogFailure) { try environment.beginWriting() } catch { throw .failed(error) }
        }
        defer { if waits { environment.endWriting() } }
        // It follows others that have replaced the environment meanwhile.
        let transaction = try begin(.read)
        defer { transaction.abort() }
        return LeftoverFiles(of: profile, beside: environment).remove()
      }
    } catch {
      // Who works with the log next is told what is wrong with it.
      return []
    }
  }
}
