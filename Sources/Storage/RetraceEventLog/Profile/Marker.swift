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
    guard descriptor >= 0 else { return }
    FileSystem.giveToOwner(of: directory, descriptor)
    close(descriptor)
  }

  /// Whether a directory has the marker.
  func isIn(_ directory: String) -> Bool { FileSystem.exists(path(in: directory)) }

  /// How a marker is opened: never through a symbolic link, and without waiting at a pipe.
  static let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
}
