import Platform

extension Profile {
  static let firstEnvironment = "log-1"

  /// Creates the profile under a temporary name and renames it, so that it exists completely or not
  /// at all.
  ///
  /// LMDB syncs nothing before the first commit, and never syncs the directory. If a profile were
  /// created in place and the process were interrupted at the wrong moment, the profile could not
  /// be opened again. If another process creates the same profile first, that profile is used.
  ///
  /// - Complexity: O(entries of the parent directory), because it is searched for abandoned drafts.
  func create() throws { try put(draft()) }

  /// Creates a complete, empty profile as a draft next to the final path. The caller must move the
  /// draft there with ``put(_:)``, or remove it.
  func draft() throws -> UnfinishedDirectory {
    try draft { environment in try Environment.create(in: environment) }
  }

  /// Creates a complete profile as a draft next to the final path.
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

  /// Renames a complete draft to the final path.
  ///
  /// - Returns: False if another profile already exists at the path. In that case, the draft is
  ///   removed.
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
  private static let maximumDrafts = 1_000

  /// Creates the directory of a draft, under an unused name.
  private func makeDraft() throws -> UnfinishedDirectory {
    try FileSystem.makeDirectories(FileSystem.parent(of: directory))
    removeDrafts()
    var number = 1
    while true {
      do {
        return try UnfinishedDirectory("\(draftPrefix)\(getpid()).\(number)")
      } catch let error as LogError {
        // Each killed process that had this process id may have left a draft.
        guard error.code == EEXIST, number < Self.maximumDrafts else {
          throw LogError(code: error.code, operation: error.operation, path: directory)
        }
        number += 1
      }
    }
  }

  /// Creates the contents of a new profile, which are an environment and `current`, and syncs them.
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

  // MARK: Abandoned drafts

  /// Removes the drafts of killed processes. Everything else is kept, regardless of its name.
  ///
  /// A draft is removed only if no process holds the lock on its marker, and the draft contains
  /// only the files of a new profile.
  func removeDrafts() {
    let parent = FileSystem.parent(of: directory)
    let prefix = String(draftPrefix.dropFirst(parent == "/" ? 1 : parent.count + 1))
    // Failures are ignored, because abandoned drafts are harmless and the caller did not ask to
    // remove them.
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

  /// Whether a suffix is a process id and a number, as in the name of a draft.
  private static func isNumbered(_ suffix: Substring) -> Bool {
    let numbers = suffix.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
  }

  /// Whether a directory contains only the files of a new profile.
  private static func isDraft(_ directory: String) -> Bool {
    let environment = directory + "/" + firstEnvironment
    let files = [firstEnvironment, "current", "newest", Marker.unfinished.rawValue]
    // A directory that cannot be listed is not treated as a draft, so it is not removed.
    guard let names = try? FileSystem.names(in: directory), names.allSatisfy(files.contains)
    else { return false }
    guard names.contains(firstEnvironment) else { return true }
    return FileSystem.isDirectory(environment)
      && ((try? FileSystem.names(in: environment)) ?? [""]).allSatisfy(LeftoverFiles.files.contains)
  }
}
