import Platform

/// An empty file in a directory. Its name states the role of the directory, and why the directory
/// may be removed.
enum Marker: String, CaseIterable {
  /// The directory is an unfinished copy or profile. The process that works on the directory holds
  /// a lock (`flock`) on the marker.
  case unfinished
  /// Another environment has replaced the environment in the directory.
  case superseded

  func path(in directory: String) -> String { directory + "/" + rawValue }

  /// Creates the marker in a directory. If creating the marker fails, the directory is never
  /// removed.
  func put(in directory: String) {
    let descriptor = unsafe open(path(in: directory), O_WRONLY | O_CREAT | Self.flags, 0o600)
    guard descriptor >= 0 else { return }
    FileSystem.matchOwner(of: directory, descriptor)
    close(descriptor)
  }

  /// Whether a directory has the marker.
  func isIn(_ directory: String) -> Bool { FileSystem.exists(path(in: directory)) }

  /// The flags for opening a marker, which never follow a symbolic link or wait for a pipe.
  static let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
}
