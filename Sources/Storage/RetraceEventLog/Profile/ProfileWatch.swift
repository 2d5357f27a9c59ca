internal import Platform

/// Tells when this process or another one may have written to a profile, without asking by the clock.
///
/// ```swift
/// let watch = try ProfileWatch(of: profile)
/// let mayHaveChanged = watch.wait(milliseconds: 0)  // false: nobody has written since
/// ```
///
/// The kernel reports writes to the files of the profile (`inotify`). A report says that something
/// may be new, not what: whoever gets one compares the newest event. Make the watch before that is
/// read for the first time, and nothing is missed. A profile that a compaction has replaced is
/// followed, and one that is not there yet is seen as soon as it is made.
public final class ProfileWatch: Sendable {
  private let directory: String
  private let changes: FileChanges

  /// Begins to watch a profile.
  ///
  /// - Parameter directory: The profile, which need not be there.
  /// - Throws: ``LogFailure`` where the system has no watch left (`fs.inotify.max_user_instances`).
  public init(of directory: String) throws(LogFailure) {
    self.directory = directory
    do throws(Errno) {
      changes = try FileChanges()
    } catch {
      throw LogFailure(watching: directory, code: error.rawValue)
    }
    follow()
  }

  /// A descriptor that can be read as soon as something may have changed, for a program that waits
  /// for others as well. It is the watch's own: do not read it and do not close it.
  public var descriptor: Int32 { changes.descriptor }

  /// Waits until something may have changed, and takes note of it.
  ///
  /// - Parameter milliseconds: How long to wait; −1 for without an end.
  /// - Returns: Whether something may have changed since the last call.
  public func wait(milliseconds: Int32) -> Bool {
    guard changes.wait(milliseconds: milliseconds) else { return false }
    if changes.take() { follow() }
    return true
  }

  /// Watches the folders of the profile that are there; where it is not there, the nearest folder
  /// above it.
  private func follow() {
    var folder = directory
    var missing: String?
    // LMDB lets others see a commit only after the last write to the data file. Who is quick to
    // look then finds nothing, and hears of the commit again when the note of its newest record is
    // written.
    while !changes.watchFolder(folder, withContents: folder == directory),
      FileSystem.parent(of: folder) != folder
    {
      missing = folder
      folder = FileSystem.parent(of: folder)
    }
    if let missing {
      // What was made before the folder above it was watched is not reported.
      if FileSystem.isDirectory(missing) { follow() }
      return
    }
    // Where it cannot be listed there is nothing to read either, and whoever reads is told why.
    let names = (try? FileSystem.names(in: directory)) ?? []
    for name in names where Profile.isEnvironmentName(name) {
      _ = changes.watchContents("\(directory)/\(name)")
    }
  }
}

extension LogFailure {
  /// The system refused to watch a profile.
  package init(watching directory: String, code: Int32) {
    self.init(code: code, operation: "watch", path: directory)
  }
}
