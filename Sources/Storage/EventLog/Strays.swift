import Glibc

/// An empty file in a directory that says what the directory is, and so that it may be removed.
enum Marker: String, CaseIterable {
  /// The directory is a copy or a profile that is being made. Its process holds a lock (`flock`)
  /// on the marker for as long as it works on it.
  case unfinished
  /// Another environment has taken the place of this one.
  case superseded

  func path(in directory: String) -> String { directory + "/" + rawValue }

  /// Puts the marker into a directory. When that fails, the directory is left for good.
  func put(in directory: String) {
    let descriptor = unsafe open(path(in: directory), O_WRONLY | O_CREAT | Self.flags, 0o600)
    if descriptor >= 0 { close(descriptor) }
    FileSystem.giveToOwner(of: directory, path(in: directory))
  }

  /// Whether a directory has the marker.
  func isIn(_ directory: String) -> Bool { FileSystem.exists(path(in: directory)) }

  /// How a marker is opened: never through a symbolic link, and without waiting at a pipe.
  fileprivate static let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
}

/// The directory of a copy or a profile that is being made, marked and locked until it is
/// released.
@safe struct UnfinishedDirectory: ~Copyable {
  let path: String
  /// The descriptor of the marker, on which the lock is held.
  private let lock: Int32

  /// Makes the directory with its marker.
  ///
  /// - Throws: A failure with the code `EEXIST` when something has its name already.
  init(_ path: String) throws(LogFailure) {
    let marker = Marker.unfinished.path(in: path)
    var lock: Int32
    repeat {
      try FileSystem.makeDirectory(path)
      lock = unsafe open(marker, O_WRONLY | O_CREAT | O_EXCL | Marker.flags, 0o600)
      // Another process that clears up may remove the directory while it is empty.
    } while lock < 0 && errno == ENOENT
    guard lock >= 0 else {
      let failure = LogFailure.ofSystem("make a directory", path: path)
      unsafe rmdir(path)
      throw failure
    }
    self.path = path
    self.lock = lock
    // Nobody else knows of it, so the lock is free.
    _ = flock(lock, LOCK_EX | LOCK_NB)
  }

  deinit { if lock >= 0 { close(lock) } }

  /// Gives it to the owner of the directory that it is in, who could not use what root has made.
  func giveToOwner() {
    FileSystem.giveToOwner(of: FileSystem.parent(of: path), path)
    FileSystem.giveToOwner(of: path, Marker.unfinished.path(in: path))
  }

  /// Removes the marker: the directory is complete and comes into use.
  func finish() {
    _ = unsafe unlink(Marker.unfinished.path(in: path))
  }
}

extension UnfinishedDirectory {
  /// The lock on the marker of a directory that no process works on any more.
  struct Lock {
    private let descriptor: Int32

    /// Takes the lock; nil when there is no marker, or a process works on the directory.
    init?(ofAbandoned directory: String) {
      let marker = Marker.unfinished.path(in: directory)
      descriptor = unsafe open(marker, O_WRONLY | Marker.flags)
      guard descriptor >= 0 else { return nil }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        release()
        return nil
      }
    }

    /// Gives the lock back.
    func release() { close(descriptor) }
  }
}

/// What compactions have left in a profile: environments that were replaced, and copies that were
/// never finished.
///
/// Only directories are removed that are named like environments, say by a ``Marker`` or their
/// name that they may go, and hold nothing but an environment's files.
struct Strays {
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
  /// Nothing is removed while `current` does not name the live environment, which has to be put
  /// right first, or while the profile is not in its place.
  ///
  /// - Returns: The paths of what was replaced and could not be removed.
  func remove() -> [String] {
    // What cannot be read now is left to a later opening: too much on the disk does no harm.
    guard live.isStillInPlace(), let current = try? profile.namedEnvironment(),
      current == live.directory
    else { return [] }
    profile.removeDraftOfCurrent()
    let names = ((try? FileSystem.names(in: profile.directory)) ?? []).filter(Self.isName)
    let directories = names.map { profile.directory + "/" + $0 }.filter { $0 != live.directory }
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
    guard !directory.hasSuffix(Self.goneSuffix), !Marker.superseded.isIn(directory) else {
      return removeNow(directory)
    }
    guard let lock = UnfinishedDirectory.Lock(ofAbandoned: directory) else { return nil }
    defer { lock.release() }
    // The process that held the lock may have committed that the copy is the live environment,
    // and ended before it could remove the marker. Nothing is removed while that is not known.
    guard let successor = try? live.isSuperseded(), !successor else { return nil }
    return removeNow(directory)
  }

  /// Removes a directory. It is renamed first: a process that is about to open it would otherwise
  /// make its files anew.
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

extension ProfileStore {
  /// Removes what compactions have left.
  ///
  /// - Returns: The paths of what was replaced and could not be removed. Every later opening for
  ///   writing tries again.
  @discardableResult
  func removeStrays() -> [String] {
    guard access == .readWrite, !isForked else { return [] }
    gate.enter()
    defer { gate.leave() }
    do throws(Interruption) {
      return Strays(of: profile, beside: try liveEnvironment()).remove()
    } catch {
      // Who works with the log next is told what is wrong with it.
      return []
    }
  }
}
