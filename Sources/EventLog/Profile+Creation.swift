import Glibc

extension Profile {
  private static let firstEnvironment = "log-1"

  /// Makes the profile beside its place and renames it into place, so that it is whole or absent.
  ///
  /// LMDB syncs nothing before the first commit and never the directory: a profile made in place
  /// and cut off at the wrong moment could not be opened again. Another process that makes the
  /// same profile first is fine, theirs is then used.
  func create() throws(LogFailure) { try put(draft()) }

  /// Makes a whole, empty profile beside the place, which this process is to put into it or to remove.
  func draft() throws(LogFailure) -> String {
    let draft = try makeDraft()
    do { try fill(draft) } catch {
      FileSystem.remove(draft)
      throw error
    }
    return draft
  }

  /// Renames a whole profile into place. Where another one is by now it is removed instead, and the
  /// answer is false.
  @discardableResult
  func put(_ draft: String) throws(LogFailure) -> Bool {
    var isPut = true
    do { try FileSystem.rename(draft, to: directory) } catch {
      FileSystem.remove(draft)
      guard error.code == ENOTEMPTY || error.code == EEXIST else { throw error }
      isPut = false
    }
    try FileSystem.synchronize(FileSystem.parent(of: directory))
    return isPut
  }

  private var draftPrefix: String { directory + ".new." }

  private func makeDraft() throws(LogFailure) -> String {
    try FileSystem.makeDirectories(FileSystem.parent(of: directory))
    removeLeftovers()
    var number = 1
    while true {
      let draft = "\(draftPrefix)\(getpid()).\(number)"
      do {
        try FileSystem.makeDirectory(draft)
        return draft
      } catch {
        guard error.code == EEXIST else {
          throw LogFailure(code: error.code, operation: error.operation, path: directory)
        }
        number += 1
      }
    }
  }

  private func fill(_ draft: String) throws(LogFailure) {
    let environment = draft + "/" + Self.firstEnvironment
    try FileSystem.makeDirectory(environment)
    try Environment.create(in: environment)
    FileSystem.remove(environment + "/lock.mdb")
    try FileSystem.write(Self.firstEnvironment + "\n", to: draft + "/current")
    try FileSystem.synchronize(environment)
    try FileSystem.synchronize(draft)
  }

  /// Removes what processes that are gone had begun to make.
  private func removeLeftovers() {
    let parent = FileSystem.parent(of: directory)
    let prefix = String(draftPrefix.dropFirst(parent == "/" ? 1 : parent.count + 1))
    for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
      let process = name.dropFirst(prefix.count).split(separator: ".").first.flatMap { pid_t($0) }
      guard let process, kill(process, 0) != 0, errno == ESRCH else { continue }
      FileSystem.remove(parent + "/" + name)
    }
  }
}
