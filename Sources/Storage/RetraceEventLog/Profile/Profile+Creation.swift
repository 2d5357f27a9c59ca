import Glibc

extension Profile {
  static let firstEnvironment = "log-1"

  /// Makes the profile next to its place and renames it into place, so that it is there as a whole
  /// or not at all.
  ///
  /// LMDB syncs nothing before the first commit, and never the directory: a profile that was made
  /// in place and cut off at the wrong moment could not be opened again. When another process
  /// makes the same profile first, theirs is used.
  ///
  /// - Complexity: O(entries of the directory that it is in), where drafts of others may be left.
  func create() throws(LogFailure) { try put(draft()) }

  /// Makes a complete, empty profile next to the place. The caller must ``put(_:)`` it into place
  /// or remove it.
  func draft() throws(LogFailure) -> UnfinishedDirectory {
    try draft { (environment) throws(LogFailure) in try Environment.create(in: environment) }
  }

  /// Makes a complete profile next to the place.
  ///
  /// - Parameter make: Makes the environment in an empty directory, and closes it.
  func draft(
    _ make: (_ environment: String) throws(LogFailure) -> Void
  ) throws(LogFailure) -> UnfinishedDirectory {
    let draft = try makeDraft()
    do throws(LogFailure) { try fill(draft.path, make) } catch {
      FileSystem.remove(draft.path)
      throw error
    }
    return draft
  }

  /// Renames a complete profile into place.
  ///
  /// - Returns: False when another profile is there by now; the draft is then removed instead.
  @discardableResult
  func put(_ draft: consuming UnfinishedDirectory) throws(LogFailure) -> Bool {
    var isPut = true
    draft.finish()
    do { try FileSystem.rename(draft.path, to: directory) } catch {
      FileSystem.remove(draft.path)
      guard error.code == ENOTEMPTY || error.code == EEXIST else { throw error }
      isPut = false
    }
    try FileSystem.synchronize(FileSystem.parent(of: directory))
    return isPut
  }

  /// What the name of every draft begins with; process id and a number follow.
  private var draftPrefix: String { directory + ".new." }

  /// So many names are tried for a draft.
  private static let mostDrafts = 1_000

  /// Makes the directory of a draft, under a name that nothing has.
  private func makeDraft() throws(LogFailure) -> UnfinishedDirectory {
    try FileSystem.makeDirectories(FileSystem.parent(of: directory))
    removeDrafts()
    var number = 1
    while true {
      do {
        return try UnfinishedDirectory("\(draftPrefix)\(getpid()).\(number)")
      } catch {
        // Drafts of processes with this id that were killed, each of which was left once.
        guard error.code == EEXIST, number < Self.mostDrafts else {
          throw LogFailure(code: error.code, operation: error.operation, path: directory)
        }
        number += 1
      }
    }
  }

  /// Makes what a new profile has: one environment and `current`, all synced.
  private func fill(
    _ draft: String, _ make: (_ environment: String) throws(LogFailure) -> Void
  ) throws(LogFailure) {
    let environment = draft + "/" + Self.firstEnvironment
    try FileSystem.makeDirectory(environment)
    try make(environment)
    FileSystem.remove(environment + "/lock.mdb")
    try FileSystem.write(Self.firstEnvironment + "\n", to: draft + "/current")
    try FileSystem.synchronize(environment)
    try FileSystem.synchronize(draft)
  }

  // MARK: Drafts of others

  /// Removes the drafts of processes that were killed. Everything else stays, whatever its name.
  ///
  /// A draft is removed only when no process holds the lock on its marker, and it holds nothing
  /// but what a new profile has.
  func removeDrafts() {
    let parent = FileSystem.parent(of: directory)
    let prefix = String(draftPrefix.dropFirst(parent == "/" ? 1 : parent.count + 1))
    // What is left of others does no harm, and nobody has asked for it to go.
    for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
      let draft = parent + "/" + name
      guard Self.isNumbered(name.dropFirst(prefix.count)), FileSystem.isDirectory(draft) else {
        continue
      }
      // An empty one was made by a process that was killed before it could mark it.
      guard unsafe rmdir(draft) != 0,
        let lock = UnfinishedDirectory.Lock(ofAbandoned: draft)
      else { continue }
      defer { lock.release() }
      if Self.isDraft(draft) { FileSystem.remove(draft) }
    }
  }

  /// Whether a name ends in a process id and a number, as that of a draft does.
  private static func isNumbered(_ suffix: Substring) -> Bool {
    let numbers = suffix.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
  }

  /// Whether a directory holds nothing but what a new profile has.
  private static func isDraft(_ directory: String) -> Bool {
    let environment = directory + "/" + firstEnvironment
    let files = [firstEnvironment, "current", "newest", Marker.unfinished.rawValue]
    // What cannot be listed counts as something else, so that it stays.
    guard let names = try? FileSystem.names(in: directory), names.allSatisfy(files.contains)
    else { return false }
    guard names.contains(firstEnvironment) else { return true }
    return FileSystem.isDirectory(environment)
      && ((try? FileSystem.names(in: environment)) ?? [""]).allSatisfy(LeftoverFiles.files.contains)
  }
}
