import Glibc

/// An empty file that says what the directory is that it is in, and so that it is ours to remove.
enum Marker: String, CaseIterable {
  /// A copy or a profile in the making. Its process holds a lock on the marker for as long as it works
  /// on it.
  case unfinished
  /// Another environment has taken its place.
  case superseded

  func path(in directory: String) -> String { directory + "/" + rawValue }

  /// Puts the marker into a directory; where that fails, the directory stays when it could go.
  func put(in directory: String) {
    let descriptor = unsafe open(path(in: directory), O_WRONLY | O_CREAT | Self.flags, 0o600)
    if descriptor >= 0 { close(descriptor) }
    FileSystem.giveToOwner(of: directory, path(in: directory))
  }

  func isIn(_ directory: String) -> Bool { FileSystem.exists(path(in: directory)) }

  fileprivate static let flags = O_CLOEXEC | O_NOFOLLOW
}

/// The directory of a copy or a profile in the making, marked as such.
@safe struct UnfinishedDirectory: ~Copyable {
  let path: String
  private let lock: Int32

  /// Makes the directory, whose name nothing may have yet.
  init(_ path: String) throws(LogFailure) {
    let marker = Marker.unfinished.path(in: path)
    var lock: Int32
    repeat {
      try FileSystem.makeDirectory(path)
      lock = unsafe open(marker, O_WRONLY | O_CREAT | O_EXCL | Marker.flags, 0o600)
      // Whoever clears up takes a directory away that is still empty.
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

  /// Lets it belong to the owner of the directory that it is in, also where root makes it.
  func giveToOwner() {
    FileSystem.giveToOwner(of: FileSystem.parent(of: path), path)
    FileSystem.giveToOwner(of: path, Marker.unfinished.path(in: path))
  }

  /// Takes the mark away: it is whole and comes into use.
  func finish() {
    _ = unsafe unlink(Marker.unfinished.path(in: path))
  }
}

extension UnfinishedDirectory {
  /// The lock on the mark of a directory that nobody works on any more.
  struct Lock {
    private let descriptor: Int32

    /// Takes the lock; nil where there is no mark, or somebody is at work.
    init?(ofAbandoned directory: String) {
      let marker = Marker.unfinished.path(in: directory)
      descriptor = unsafe open(marker, O_WRONLY | Marker.flags)
      guard descriptor >= 0 else { return nil }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        release()
        return nil
      }
    }

    func release() { close(descriptor) }
  }
}

/// What compactions have left in a profile: environments that were replaced, and copies that were
/// never finished. Everything else in it is somebody's, whatever its name.
struct Strays {
  private let profile: Profile
  private let live: Environment
  private static let goneSuffix = ".gone"
  /// What can be in a directory of an environment.
  static let files =
    ["data.mdb", "lock.mdb", "closed"] + Marker.allCases.map(\.rawValue)

  init(of profile: Profile, beside live: Environment) {
    self.profile = profile
    self.live = live
  }

  /// Removes what can be removed without waiting for anybody, and returns the paths of what was
  /// replaced and is still there.
  ///
  /// Nothing is removed as long as `current` does not name the live environment, which has to be put
  /// right first, or where the profile is not in its place.
  func remove() -> [String] {
    guard live.isInPlace, let current = try? profile.namedEnvironment(),
      current == live.directory
    else { return [] }
    profile.removeDraftOfCurrent()
    let names = ((try? FileSystem.names(in: profile.directory)) ?? []).filter(Self.isName)
    let directories = names.map { profile.directory + "/" + $0 }.filter { $0 != live.directory }
    // One that is still empty was made by a process that was killed before it could mark it.
    for directory in directories { _ = unsafe rmdir(directory) }
    return directories.filter(Self.isOurs).compactMap(remove)
  }

  private static func isName(_ name: String) -> Bool {
    Profile.isEnvironmentName(
      name.hasSuffix(goneSuffix) ? String(name.dropLast(goneSuffix.count)) : name)
  }

  /// Whether a directory has nothing in it but what an environment has, and says that it can go.
  private static func isOurs(_ directory: String) -> Bool {
    guard FileSystem.isDirectory(directory), let names = try? FileSystem.names(in: directory)
    else { return false }
    return names.allSatisfy { files.contains($0) }
      && (directory.hasSuffix(goneSuffix)
        || names.contains { name in Marker.allCases.contains { $0.rawValue == name } })
  }

  /// Removes a directory unless somebody is at work on it; tells where it is if that failed.
  private func remove(_ directory: String) -> String? {
    guard !directory.hasSuffix(Self.goneSuffix), !Marker.superseded.isIn(directory) else {
      return removeNow(directory)
    }
    guard let lock = UnfinishedDirectory.Lock(ofAbandoned: directory) else { return nil }
    defer { lock.release() }
    // Whoever held the lock may have let the copy take the place of the live one, and ended before
    // it could say so.
    guard let successor = try? live.isSuperseded(), !successor else { return nil }
    return removeNow(directory)
  }

  /// The directory gets another name first: whoever is about to open it would otherwise make its
  /// files anew.
  private func removeNow(_ directory: String) -> String? {
    var path = directory
    if !path.hasSuffix(Self.goneSuffix) {
      let gone = directory + Self.goneSuffix
      do throws(LogFailure) {
        try FileSystem.rename(directory, to: gone)
        path = gone
      } catch {
        // It goes under its own name then.
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
  /// Removes what compactions have left, and returns the paths of what was replaced and could not be
  /// removed; it is tried again at every opening.
  @discardableResult
  func removeStrays() -> [String] {
    guard access == .readWrite, !isForked else { return [] }
    gate.enter()
    defer { gate.leave() }
    do throws(Interruption) {
      return Strays(of: profile, beside: try liveEnvironment()).remove()
    } catch {
      return []
    }
  }
}
