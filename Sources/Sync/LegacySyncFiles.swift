internal import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The files in which earlier versions stored the sync state, next to the log. The file `sync`
/// contains the state. Each request that the other devices have not received yet is in a separate
/// file `sync.forget-…`.
///
/// The contents are moved into the log when a program first syncs the profile.
enum LegacySyncFiles {
  private static let name = "sync"
  private static let forgetPrefix = "sync.forget-"
  private static let largestState = 64 << 20
  private static let largestForget = 1 << 20

  /// Returns the state that the files contain, or nil if there is no file `sync`.
  static func read(in folder: String) throws -> SyncState? {
    let path = folder + "/" + name
    let bytes = try failing(path) {
      try ProfileFiles.read(name, in: folder, limit: largestState)
    }
    guard let bytes else { return nil }
    var syncState: SyncState
    do {
      syncState = try SyncState(bytes: bytes)
    } catch {
      throw SyncError(
        .storage, "“\(path)” is damaged. This device can only join as a new device.")
    }
    for name in try forgetNames(in: folder) { try add(name, in: folder, to: &syncState) }
    return syncState
  }

  private static func forgetNames(in folder: String) throws -> [String] {
    try failing(folder) {
      try FileTree.entries(in: folder) { $0.hasPrefix(forgetPrefix) }.map(\.name)
    }
  }

  /// Moves the state into the log, and removes the files. The caller must hold the ``SyncLock``.
  ///
  /// If the process ends before the file `sync` is removed, the next call moves the same state
  /// again. That file is removed first, because the other files are ignored without it.
  static func move(in folder: String, to store: Store) throws {
    if let syncState = try read(in: folder) {
      try syncState.save(in: store)
      try failing(folder) {
        FileTree.removeFile(folder + "/" + name + ".part")
        FileTree.removeFile(folder + "/" + name)
        try ProfileFiles.synchronize(folder)
      }
    }
    for name in try forgetNames(in: folder) { FileTree.removeFile(folder + "/" + name) }
  }

  /// Adds the forget request that a file contains. If the file cannot be read, an entry without a
  /// request is added, and the next exchange reports the damage.
  private static func add(
    _ name: String, in folder: String, to syncState: inout SyncState
  ) throws {
    guard let id = [UInt8](hexadecimal: name.dropFirst(forgetPrefix.count)),
      id.count == ForgetRequest.idLength,
      // The other devices may have received the request before the file was removed.
      !syncState.hasForgotten(id),
      !syncState.forgettings.contains(where: { $0.id == id && $0.isTold })
    else { return }
    let sealed = try failing(folder + "/" + name) {
      try ProfileFiles.read(name, in: folder, limit: largestForget)
    }
    let key = Sodium.hash(Array("retrace forgetting".utf8), with: syncState.box.secret)
    let content = sealed.flatMap { Sodium.open($0[...], beside: id, with: key) }
    let request = content.flatMap { SealedRequest.bytes($0, id: id, syncState) } ?? []
    syncState.change(id) { ($0.request, $0.isNew) = (request, true) }
  }
}

extension [UInt8] {
  /// Decodes hexadecimal digits, two for each byte. Returns nil for any other text.
  fileprivate init?(hexadecimal digits: Substring) {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: values.count, by: 2).map {
      UInt8(values[$0] << 4 | values[$0 + 1])
    }
  }
}
