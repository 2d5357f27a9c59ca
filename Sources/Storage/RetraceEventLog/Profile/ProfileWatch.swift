internal import Platform

/// A watch that reports, without polling, that this process or another process may have written to
/// a profile.
///
/// ```swift
/// let watch = try ProfileWatch(of: profile)
/// let mayHaveChanged = watch.wait(milliseconds: 0)  // false: nothing was written
/// ```
///
/// The kernel reports writes to the files of the profile (`inotify`). A report means that there may
/// be changes, but does not describe them, so read the newest event and compare it with the last
/// event that was seen. To miss no change, create the watch before reading the newest event for the
/// first time. The watch continues after a compaction, and detects when a missing profile is
/// created.
public final class ProfileWatch: Sendable {
  private let directory: String
  private let changes: FileChanges

  /// Starts watching a profile.
  ///
  /// - Parameter directory: The profile, which need not exist.
  /// - Throws: ``LogError`` if the system has no more watches (`fs.inotify.max_user_instances`).
  public init(of directory: String) throws {
    self.directory = directory
    do {
      changes = try FileChanges()
    } catch let error as Errno {
      throw LogError(watching: directory, code: error.rawValue)
    }
    follow()
  }

  /// Also watches a folder, and reports files that are added to the folder, replaced in it, or
  /// removed from it.
  ///
  /// - Parameter path: An existing folder outside the profile.
  package func addFolder(_ path: String) { _ = changes.watchFolder(path) }

  /// A descriptor that becomes readable as soon as there may be changes, for a program that also
  /// waits for other descriptors. The descriptor belongs to the watch, so do not read or close it.
  public var descriptor: Int32 { changes.descriptor }

  /// Waits until there may be changes, and marks these changes as seen.
  ///
  /// - Parameter milliseconds: The maximum time to wait, or −1 to wait forever.
  /// - Returns: Whether there may have been changes since the last call.
  public func wait(milliseconds: Int32) -> Bool {
    guard changes.wait(milliseconds: milliseconds) else { return false }
    if changes.readAll() { follow() }
    return true
  }

  /// Watches the existing folders of the profile, or the nearest existing parent if the profile
  /// does not exist.
  private func follow() {
    var folder = directory
    var missing: String?
    // LMDB makes a commit visible only after the last write to the data file. A fast reader may not
    // find the commit at first, but receives another report when the number of the newest record is
    // written to `newest`.
    while !changes.watchFolder(folder, withContents: folder == directory),
      FileSystem.parent(of: folder) != folder
    {
      missing = folder
      folder = FileSystem.parent(of: folder)
    }
    if let missing {
      // Folders created before their parent was watched are not reported.
      if FileSystem.isDirectory(missing) { follow() }
      return
    }
    // If the folder cannot be listed, reading the profile also fails and reports the reason.
    let names = (try? FileSystem.names(in: directory)) ?? []
    for name in names where Profile.isEnvironmentName(name) {
      _ = changes.watchContents("\(directory)/\(name)")
    }
  }
}

extension LogError {
  /// Creates the failure to throw if the system cannot watch a profile.
  package init(watching directory: String, code: Int32) {
    self.init(code: code, operation: "watch", path: directory)
  }
}
