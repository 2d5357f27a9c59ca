import Platform

/// The paths in a profile directory, and its live environment.
///
/// `current` names the directory of the live environment, for example `log-1`, which contains
/// `data.mdb` and `lock.mdb`. `newest` is the ``NewestSequenceFile``.
struct Profile {
  /// The absolute path of the profile without symbolic links, so that a later change of the working
  /// directory or of a link has no effect.
  let directory: String

  /// Creates a reference to a profile, which need not exist. Nothing is created on disk.
  ///
  /// - Throws: ``LogError/Reason/missing`` for an empty path, ``LogError/Reason/notUTF8`` if a
  ///   link leads to a name that is not UTF-8.
  init(directory path: String) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.isEmpty else { throw LogError(.missing, operation: "open", path: path) }
    directory = try Self.place(path)
  }

  /// Returns the absolute path of a file or directory that may not exist yet. Symbolic links are
  /// resolved as far as the path exists.
  private static func place(_ path: String) throws -> String {
    if let resolved = try resolved(path) { return resolved }
    let parent = FileSystem.parent(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // A removed working directory cannot be resolved.
    guard parent != path else { return path }
    let above = try place(parent)
    return (above == "/" ? "" : above) + "/" + name
  }

  /// The path of the file that names the live environment.
  var currentPath: String { directory + "/current" }
  /// The path of the ``NewestSequenceFile``.
  var notePath: String { directory + "/newest" }

  /// The state of the path: nothing, an empty directory, or a profile.
  enum State { case absent, empty, profile }

  /// Returns the state of the path.
  ///
  /// - Throws: ``LogError/Reason/notADirectory`` or ``LogError/Reason/notAProfile`` if the path
  ///   leads to something else.
  func state() throws -> State {
    let entry: FileSystem.Entry
    do { entry = try FileSystem.entry(at: directory) } catch let error as LogError
      where error.code == ENOENT
    {
      return .absent
    }
    guard entry.isDirectory else {
      throw LogError(.notADirectory, code: ENOTDIR, operation: "open", path: directory)
    }
    let names = try FileSystem.names(in: directory)
    if names.isEmpty { return .empty }
    guard names.contains("current") || names.contains(where: isEnvironment) else {
      throw LogError(.notAProfile, operation: "open", path: directory)
    }
    return .profile
  }

  /// Returns the directory of the live environment.
  ///
  /// If `current` is missing, or the directory that it names does not exist, the live environment
  /// is the only environment that is not marked as unfinished or superseded. In that case,
  /// `current` is corrected when the profile is next opened for writing.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if no environment, or more than one, can be the live
  ///   environment.
  func currentEnvironment() throws -> String {
    while let named = try namedEnvironment() {
      if FileSystem.exists(named + "/data.mdb") { return named }
      // The environment may have been replaced and removed after `current` was read.
      if try namedEnvironment() == named { break }
    }
    let names = try FileSystem.names(in: directory).filter(isEnvironment)
    let live = names.filter { name in
      !Marker.allCases.contains { $0.isIn(directory + "/" + name) }
    }
    if live.count == 1 { return directory + "/" + live[0] }
    if names.isEmpty, let named = try namedEnvironment() { return named }
    throw LogError(
      .damaged,
      operation: names.isEmpty
        ? "find the log" : "determine which of \(names.count) logs is the live one",
      path: currentPath)
  }

  /// Returns the directory that `current` names, or nil if the file is missing or invalid, for
  /// example after a disk failure.
  func namedEnvironment() throws -> String? {
    try FileSystem.refuseOthers(at: currentPath, than: .file)
    let bytes: [UInt8]
    do { bytes = try FileSystem.contents(of: currentPath, limit: 64) } catch let error as LogError
      where error.code == ENOENT
    {
      return nil
    }
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return environment(named: name)
  }

  /// Whether a name in the profile is the name of an environment that contains a data file.
  private func isEnvironment(_ name: String) -> Bool {
    Self.isEnvironmentName(name) && FileSystem.exists(directory + "/" + name + "/data.mdb")
  }

  /// Returns the path of an environment directory, or nil if the name is not a valid environment
  /// name.
  func environment(named name: String) -> String? {
    Self.isEnvironmentName(name) ? directory + "/" + name : nil
  }

  /// Returns an unused name for the environment that will replace another environment. The number
  /// in the name is greater than the numbers of all existing environments.
  func environment(after live: String) throws -> String {
    let numbers = try ([live] + FileSystem.names(in: directory)).compactMap(Self.number)
    return "log-\((numbers.max() ?? 0) &+ 1)"
  }

  /// Returns the names of the environment directories with greater numbers than a given
  /// environment.
  func environments(after directory: String) throws -> [String] {
    let number = Self.number(directory) ?? 0
    return try FileSystem.names(in: self.directory).filter {
      Self.isEnvironmentName($0) && Self.number($0) ?? 0 > number
    }
  }

  /// Returns the number in a name or path such as `log-2` or `log-2.gone`, or nil for other names.
  static func number(_ name: String) -> UInt64? {
    guard let name = name.split(separator: "/").last, name.hasPrefix("log-") else { return nil }
    return UInt64(name.dropFirst(4).prefix { $0 != "." })
  }

  /// The path of the draft that ``setCurrent(_:)`` writes and then renames to `current`.
  private var draftOfCurrent: String { directory + "/current.new" }

  /// Removes a draft of `current` that a killed process left behind.
  ///
  /// If another process is writing the draft at this moment, that process writes the draft again.
  func removeDraftOfCurrent() { _ = unsafe unlink(draftOfCurrent) }

  /// Makes `current` name an environment, durably and atomically.
  ///
  /// Call this only inside the write transaction of that environment, which must be the live
  /// environment.
  func setCurrent(_ environment: String) throws {
    guard try namedEnvironment() != environment else { return }
    let draft = draftOfCurrent
    let name = environment.split(separator: "/").last.map(String.init) ?? environment
    var isRenamed = false
    while !isRenamed {
      try FileSystem.write(name + "\n", to: draft)
      do {
        try FileSystem.rename(draft, to: currentPath)
        isRenamed = true
      } catch let error as LogError {
        // Another process has removed the draft as a leftover of a killed process, so it is written
        // again.
        guard error.code == ENOENT, FileSystem.exists(directory) else { throw error }
      }
    }
    try FileSystem.synchronize(directory)
  }

  /// Whether a name consists of `log-` and a number.
  static func isEnvironmentName(_ name: String) -> Bool {
    name.hasPrefix("log-") && name.count > 4
      && name.utf8.dropFirst(4).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Returns an absolute path without symbolic links, or nil if nothing exists at the path.
  private static func resolved(_ path: String) throws -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    // A string with replaced bytes would name another directory.
    guard let resolved = unsafe String(validatingCString: resolved) else {
      throw LogError(.notUTF8, operation: "find", path: path)
    }
    return resolved
  }
}
