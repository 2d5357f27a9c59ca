import Platform

/// The detection of environments whose path no longer leads to their open files, because users may
/// move, remove and replace directories while their environments are open.
extension Environment {
  /// Whether the path still leads to the open data file.
  ///
  /// - Complexity: one system call.
  @inline(__always)
  func isStillInPlace() -> Bool { FileSystem.leads(dataPath, to: file) }

  /// Returns the failure that explains why the environment is not at its path.
  func findDisplacement() -> LogError {
    let profile = FileSystem.parent(of: directory)
    var code: Int32 = 0
    do { _ = try FileSystem.entry(at: dataPath) } catch { code = (error as? LogError)?.code ?? 0 }
    guard code == 0 || code == ENOENT || code == ENOTDIR else {
      return LogError(code: code, operation: "examine", path: profile)
    }
    if let place = findPresentPlace() {
      return LogError(.moved, operation: "find", path: place)
    }
    let reason: LogError.Reason = FileSystem.exists(profile) ? .replaced : .removed
    return LogError(reason, code: code, operation: "find", path: profile)
  }

  /// Returns the current path of the profile, or nil if the data file has been removed or the
  /// system does not report its path.
  private func findPresentPlace() -> String? {
    // The result only improves the message of another failure.
    guard let descriptor = try? descriptor() else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0,
      let path = FileSystem.linkTarget(of: "/proc/self/fd/\(descriptor)"),
      FileSystem.leads(path, to: file)
    else { return nil }
    return FileSystem.parent(of: FileSystem.parent(of: path))
  }

  /// Returns the 16 bytes that identify this profile, or nil if these bytes are missing or damaged.
  func profileIdentifier() throws -> [UInt8]? {
    let transaction = try Transaction(self, kind: .read)
    return try transaction.metadata(Metadata.profile)
  }
}
