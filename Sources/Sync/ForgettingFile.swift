internal import BrowserModel
internal import Glibc
internal import Platform
internal import RetraceStore
internal import RetraceTimeline

/// A file in the folder of a profile with something that this device has forgotten and the others have not
/// been told, sealed: `sync.forget-` and ``ForgetRequest/id``.
struct ForgettingFile {
  /// As ``ForgetRequest/id``.
  let id: [UInt8]
  private let folder: String

  private static let prefix = "sync.forget-"

  /// Makes one, which survives a power cut once this returns.
  static func write(
    _ forgetting: SharedForgetting, in folder: String, _ syncState: SyncState
  ) throws(SyncFailure) {
    let file = ForgettingFile(id: Sodium.random(ForgetRequest.idLength), folder: folder)
    let sealed = Sodium.seal(forgetting.bytes, beside: file.id, with: key(of: syncState))
    try failing(file.path) { () throws(Errno) in
      try ProfileFiles.replace(Self.prefix + file.id.hexadecimal, in: folder, with: sealed)
    }
  }

  /// Seals those of a profile again, for a device that joins again with other keys.
  ///
  /// - Parameter past: The former number of the device, and the newest event that keeps this number.
  static func seal(
    in folder: String, of former: SyncState, for syncState: SyncState, behind past: EventOrigin
  ) throws(SyncFailure) {
    for file in try all(in: folder) {
      guard let forgetting = try file.read(former) else { continue }
      try write(forgetting.continued(behind: past), in: folder, syncState)
    }
  }

  /// Removes those that the keys of a device do not open.
  static func removeUnreadable(in folder: String, _ syncState: SyncState) throws(SyncFailure) {
    for file in try all(in: folder) where try file.read(syncState) == nil { file.remove() }
  }

  /// Those of a profile.
  static func all(in folder: String) throws(SyncFailure) -> [ForgettingFile] {
    let entries = try failing(folder) { () throws(Errno) in
      try FileTree.entries(in: folder) { $0.hasPrefix(Self.prefix) }
    }
    return entries.compactMap { entry in
      let id = [UInt8](hexadecimal: entry.name.dropFirst(Self.prefix.count))
      guard let id, id.count == ForgetRequest.idLength else { return nil }
      return ForgettingFile(id: id, folder: folder)
    }
  }

  /// What was forgotten; nil where the file is not what was written, and nothing can be told of it.
  func read(_ syncState: SyncState) throws(SyncFailure) -> SharedForgetting? {
    let sealed = try failing(path) { () throws(Errno) in
      try ProfileFiles.read(Self.prefix + id.hexadecimal, in: folder, limit: Self.largest)
    }
    guard let sealed,
      let bytes = Sodium.open(sealed[...], beside: id, with: Self.key(of: syncState))
    else { return nil }
    return try? SharedForgetting(bytes)
  }

  func remove() { FileTree.removeFile(path) }

  private static let largest = 1 << 20

  private var path: String { folder + "/" + Self.prefix + id.hexadecimal }

  /// A key that this device alone has, whatever becomes of the profile's.
  private static func key(of syncState: SyncState) -> [UInt8] {
    Sodium.hash(Array("retrace forgetting".utf8), with: syncState.box.secret)
  }
}

extension [UInt8] {
  /// Reads digits, two for a byte; nil if it is anything else.
  fileprivate init?(hexadecimal digits: Substring) {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: values.count, by: 2).map {
      UInt8(values[$0] << 4 | values[$0 + 1])
    }
  }
}
