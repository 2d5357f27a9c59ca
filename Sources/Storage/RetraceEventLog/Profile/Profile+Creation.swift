import Platform

extension Profile {
  static let firstEnvironment = "log-1"

  /// Creates the profile next to its place and renames it, so that it exists completely or not at
  /// all.
  ///
  /// LMDB syncs nothing before the first commit, and never the directory. If a profile was created
  /// in place and interrupted at the wrong moment, it could not be opened again. If another process
  /// creates the same profile first, that profile is used.
  ///
  /// - Complexity: O(entries of the parent directory), which may contain drafts of others.
  func create() throws { try put(draft()) }

  /// Creates a complete, empty profile next to the place. The caller must ``put(_:)`` it into place
  /// or remove it.
  func draft() throws -> UnfinishedDirectory {
    try draft { environment in try Environment.create(in: environment) }
  }

  /// Creates a complete profile next to the place.
  ///
  /// - Parameter make: Creates the environment in an empty directory, and closes it.
  func draft(
    _ make: (_ environment: String) throws -> Void
  ) throws -> UnfinishedDirectory {
    let draft = try makeDraft()
    do { try fill(draft.path, make) } catch {
      FileSystem.remove(draft.path)
      throw error
    }
    return draft
  }

  /// Renames a complete profile into place.
  ///
  /// - Returns: False if another profile is there by now. The draft is then removed instead.
  @discardableResult
  func put(_ draft: consuming UnfinishedDirectory) throws -> Bool {
    var isPut = true
    draft.finish()
    do { try FileSystem.rename(draft.path, to: directory) } catch let error as LogError {
      FileSystem.remove(draft.path)
      guard error.code == ENOTEMPTY || error.code == EEXIST else { throw error }
      isPut = false
    }
    try FileSystem.synchronize(FileSystem.parent(of: directory))
    return isPut
  }

  /// The prefix of the name of every draft, followed by the process id and a number.
  private var draftPrefix: String { directory + ".new." }

  /// The maximum number of names to try for a draft.
  private static let mostDrafts = 1_000

  /// Creates the directory of a draft, under an unused name.
  private func makeDraft() throws -> UnfinishedDirectory {
    try FileSystem.makeDirectories(FileSystem.parent(of: directory))
    removeDrafts()
    var number = 1
    while true {
      do {
        return try UnfinishedDirectory("\(draftPrefix)\(getpid()).\(number)")
      } catch let error as LogError {
        // Each killed process with this id may have left one draft.
        guard error.code == EEXIST, number < Self.mostDrafts else {
          throw LogError(code: error.code, operation: error.operation, path: directory)
        }
        number += 1
      }
    }
  }

  /// Creates the contents of a new profile, one environment and `current`, and syncs them.
  private func fill(
    _ draft: String, _ make: (_ environment: String) throws -> Void
  ) throws {
    let environment = draft + "/" + Self.firstEnvironment
    try FileSystem.makeDirectory(environment)
    try make(environment)
    FileSystem.remove(environment + "/lock.mdb")
    try FileSystem.write(Self.firstEnvironment + "\n", to: draft + "/current")
    try FileSystem.synchronize(environment)
    try FileSystem.synchronize(draft)
  }

  // MARK: Drafts of others

  /// Removes the drafts of killed processes. Everything else is kept, regardless of its name.
  ///
  /// A draft is removed only if no process holds the lock on its marker, and it contains nothing
  /// but the files of a new profile.
  func removeDrafts() {
    let parent = FileSystem.parent(of: directory)
    let prefix = String(draftPrefix.dropFirst(parent == "/" ? 1 : parent.count + 1))
    // Leftovers of others are harmless, and their removal was not requested.
    for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
      let draft = parent + "/" + name
      guard Self.isNumbered(name.dropFirst(prefix.count)), FileSystem.isDirectory(draft) else {
        continue
      }
      // An empty directory was created by a process that was killed before it could mark it.
      guard unsafe rmdir(draft) != 0,
        let lock = UnfinishedDirectory.Lock(ofAbandoned: draft)
      else { continue }
      defer { lock.release() }
      if Self.isDraft(draft) { FileSystem.remove(draft) }
    }
  }

  /// Whether a name ends in a process id and a number, like that of a draft.
  private static func isNumbered(_ suffix: Substring) -> Bool {
    let numbers = suffix.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
  }

  /// Whether a directory contains nothing but the files of a new profile.
  private static func isDraft(_ directory: String) -> Bool {
    let environment = directory + "/" + firstEnvironment
    let files = [firstEnvironment, "current", "newest", Marker.unfinished.rawValue]
    // A directory that cannot be listed is treated as something else, so that it is kept.
    guard let names = try? FileSystem.names(in: directory), names.allSatisfy(files.contains)
    else { return false }
    guard names.contains(firstEnvironment) else { return true }
    return FileSystem.isDirectory(environment)
      && ((try? FileSystem.names(in: environment)) ?? [""]).allSatisfy(LeftoverFiles.files.contains)
  }
}
