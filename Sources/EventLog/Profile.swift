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
    guard names.contains("current") else {
      throw LogFailure(.notAProfile, operation: "open", path: directory)
    }
    return .profile
  }

  /// The directory of the live environment.
  func currentEnvironment() throws(LogFailure) -> String {
    let bytes = try FileSystem.contents(of: currentPath, limit: 64)
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard Self.isEnvironmentName(name) else {
      throw LogFailure(.damaged, operation: "find the live log", path: currentPath)
    }
    return directory + "/" + name
  }

  /// The place of an environment directory, or nil where a name can never be one's.
  func environment(named name: String) -> String? {
    Self.isEnvironmentName(name) ? directory + "/" + name : nil
  }

  /// What compactions have left beside the live environment: directories that are half made or have
  /// been replaced, and drafts of `current`.
  ///
  /// Nothing as long as `current` does not name the live environment: it has to be put right first.
  func strays(beside live: String) -> [String] {
    guard let current = try? currentEnvironment(), current == live else { return [] }
    let names = (try? FileSystem.names(in: directory)) ?? []
    return names.filter { $0.hasPrefix("log-") || $0.hasPrefix(Self.draftOfCurrent) }
      .map { directory + "/" + $0 }.filter { $0 != live }
  }

  /// Removes a stray. A directory gets another name first: whoever is about to open it would
  /// otherwise make its files anew.
  func remove(stray: String) {
    let gone = stray.hasSuffix(Self.goneSuffix) ? stray : stray + Self.goneSuffix
    if gone != stray { try? FileSystem.rename(stray, to: gone) }
    FileSystem.remove(gone)
    FileSystem.remove(stray)
  }

  /// A directory name for the environment that follows another.
  func environment(after live: String) -> String {
    let number = live.split(separator: "-").last.flatMap { UInt64($0) } ?? 0
    return "log-\(number &+ 1)"
  }

  /// Lets `current` name an environment, durably and in one step.
  ///
  /// Only inside the write transaction of that environment, which must be the live one.
  func setCurrent(_ environment: String) throws(LogFailure) {
    guard try currentEnvironment() != environment else { return }
    let draft = directory + "/" + Self.draftOfCurrent
    let name = environment.split(separator: "/").last.map(String.init) ?? environment
    try FileSystem.write(name + "\n", to: draft)
    try FileSystem.rename(draft, to: currentPath)
    try FileSystem.synchronize(directory)
  }

  private static let draftOfCurrent = "current.new"
  private static let goneSuffix = ".gone"

  private static func isEnvironmentName(_ name: String) -> Bool {
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
