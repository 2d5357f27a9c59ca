import Glibc

/// An environment is held by descriptors and found by a path. The two can come apart, because
/// people move, remove and replace directories while it is open.
extension Environment {
  /// Whether the path still leads to the data file that is open.
  ///
  /// - Complexity: one system call.
  @inline(__always)
  func isStillInPlace() -> Bool { FileSystem.leads(dataPath, to: file) }

  /// The failure that says why the environment is not in its place.
  func findDisplacement() -> LogFailure {
    let profile = FileSystem.parent(of: directory)
    var code: Int32 = 0
    do throws(LogFailure) { _ = try FileSystem.entry(at: dataPath) } catch { code = error.code }
    guard code == 0 || code == ENOENT || code == ENOTDIR else {
      return LogFailure(code: code, operation: "look at", path: profile)
    }
    if let place = findPresentPlace() {
      return LogFailure(.moved, operation: "find", path: place)
    }
    let reason: LogFailure.Reason = FileSystem.exists(profile) ? .replaced : .removed
    return LogFailure(reason, code: code, operation: "find", path: profile)
  }

  /// Where the profile is now, or nil if the data file has been removed, or the system does not
  /// say.
  private func findPresentPlace() -> String? {
    // It only makes the words of another failure better.
    guard let descriptor = try? descriptor() else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0,
      let path = FileSystem.linkTarget(of: "/proc/self/fd/\(descriptor)"),
      FileSystem.leads(path, to: file)
    else { return nil }
    return FileSystem.parent(of: FileSystem.parent(of: path))
  }

  /// Returns the 16 bytes that tell this profile from others, or nil if they are missing or
  /// damaged.
  func profileIdentifier() throws(LogFailure) -> [UInt8]? {
    let transaction = try Transaction(self, kind: .read)
    return try transaction.metadata(Metadata.profile)
  }
}
