import Glibc

/// The layout of a profile directory.
///
/// `current` names the live environment directory, for example `log-1`, which has `data.mdb` and
/// `lock.mdb`; `newest` is the ``NewestNote``.
struct Profile {
  /// Absolute and free of symbolic links, so that a later change of directory does not matter.
  let directory: String

  /// Names the place of a profile; nothing is created, and nothing needs to be there.
  init(directory path: String) throws(LogFailure) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if let resolved = try Self.resolved(path) {
      directory = resolved
    } else {
      guard !path.isEmpty else { throw LogFailure(.missing, operation: "open", path: path) }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let parent = FileSystem.parent(of: path)
      directory = (try Self.resolved(parent) ?? parent) + "/" + name
    }
  }

  var currentPath: String { directory + "/current" }
  var notePath: String { directory + "/newest" }

  /// What is at the place.
  enum State { case absent, empty, profile }

  /// Looks at the place, and refuses it when it can never be a profile.
  func state() throws(LogFailure) -> State {
    let entry: FileSystem.Entry
    do { entry = try FileSystem.entry(at: directory) } catch {
      guard error.code == ENOENT else { throw error }
      return .absent
    }
    guard entry.isDirectory else {
      throw LogFailure(.notADirectory, code: ENOTDIR, operation: "open", path: directory)
    }
    let names = try FileSystem.names(in: directory)
    if names.isEmpty { return .empty }
    guard names.contains("current") || names.contains(where: isEnvironment) else {
      throw LogFailure(.notAProfile, operation: "open", path: directory)
    }
    return .profile
  }

  /// The directory of the live environment.
  ///
  /// Where `current` says nothing, that is the one environment that no compaction has left.
  func currentEnvironment() throws(LogFailure) -> String {
    if let named = try namedEnvironment() { return named }
    let names = try FileSystem.names(in: directory).filter(isEnvironment)
    let live = names.filter { name in
      !Marker.allCases.contains { $0.isIn(directory + "/" + name) }
    }
    guard live.count == 1 else {
      throw LogFailure(
        .damaged, operation: "tell which of \(names.count) logs is the live one", path: currentPath)
    }
    return directory + "/" + live[0]
  }

  /// The directory that `current` names; nil where it is gone or empty, as a failing disk leaves files.
  func namedEnvironment() throws(LogFailure) -> String? {
    let bytes: [UInt8]
    do { bytes = try FileSystem.contents(of: currentPath, limit: 64) } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    if bytes.allSatisfy({ $0 == 0 }) { return nil }
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard Self.isEnvironmentName(name) else {
      throw LogFailure(.damaged, operation: "find the live log", path: currentPath)
    }
    return directory + "/" + name
  }

  /// Whether a name in the profile is that of an environment with a log in it.
  private func isEnvironment(_ name: String) -> Bool {
    Self.isEnvironmentName(name) && FileSystem.exists(directory + "/" + name + "/data.mdb")
  }

  /// The place of an environment directory, or nil where a name can never be one's.
  func environment(named name: String) -> String? {
    Self.isEnvironmentName(name) ? directory + "/" + name : nil
  }

  /// A directory name for the environment that follows another, which nothing in the profile has.
  func environment(after live: String) throws(LogFailure) -> String {
    let numbers = try ([live] + FileSystem.names(in: directory)).compactMap(Self.number)
    return "log-\((numbers.max() ?? 0) &+ 1)"
  }

  /// The names of the environment directories whose numbers are higher than that of another.
  func environments(after directory: String) throws(LogFailure) -> [String] {
    let number = Self.number(directory) ?? 0
    return try FileSystem.names(in: self.directory).filter {
      Self.isEnvironmentName($0) && Self.number($0) ?? 0 > number
    }
  }

  /// The number in a name or path such as `log-2` or `log-2.gone`; nil for other names.
  private static func number(_ name: String) -> UInt64? {
    guard let name = name.split(separator: "/").last, name.hasPrefix("log-") else { return nil }
    return UInt64(name.dropFirst(4).prefix { $0 != "." })
  }

  private var draftOfCurrent: String { directory + "/current.new" }

  /// Removes the draft of `current` that a process left which was killed while it wrote it.
  ///
  /// Whoever writes one just now keeps the former `current`, which leads to the same log.
  func removeDraftOfCurrent() { _ = unsafe unlink(draftOfCurrent) }

  /// Lets `current` name an environment, durably and in one step.
  ///
  /// Only inside the write transaction of that environment, which must be the live one.
  func setCurrent(_ environment: String) throws(LogFailure) {
    guard try namedEnvironment() != environment else { return }
    let draft = draftOfCurrent
    let name = environment.split(separator: "/").last.map(String.init) ?? environment
    try FileSystem.write(name + "\n", to: draft)
    try FileSystem.rename(draft, to: currentPath)
    try FileSystem.synchronize(directory)
  }

  static func isEnvironmentName(_ name: String) -> Bool {
    name.hasPrefix("log-") && name.count > 4
      && name.utf8.dropFirst(4).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func resolved(_ path: String) throws(LogFailure) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    // With other bytes in its place it would name another directory.
    guard let resolved = unsafe String(validatingCString: resolved) else {
      throw LogFailure(.notUTF8, operation: "find", path: path)
    }
    return resolved
  }
}
