import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// A device with its profile and its view of the stream.
final class SharedDevice {
  private let folder: TemporaryFolder
  let name: String
  let stream: LyingStream
  private var opened: Store?
  private(set) var running: Synchronization?
  private let isInMemory: Bool
  /// The number of messages after which the device compares its library with the others.
  var comparisonInterval: UInt64 = 64
  /// The time for which servers may be behind.
  var patience = Duration.zero
  /// The time of actions in milliseconds since 1970, which advances by one with each reading.
  var clock: Int64 = 1_700_000_000_000

  init(_ name: String, on stream: MemoryStream, isInMemory: Bool = false) throws {
    self.name = name
    self.stream = LyingStream(stream)
    self.isInMemory = isInMemory
    folder = try TemporaryFolder()
    if isInMemory {
      opened = try Store(EventLog()) { [unowned self] in now() }
    } else {
      try reopen()
    }
  }

  /// Copies a device with all files in its folder. The device ends for this, and starts again.
  init(copy other: SharedDevice, on stream: MemoryStream) throws {
    name = other.name
    self.stream = LyingStream(stream)
    isInMemory = false
    folder = try TemporaryFolder()
    (other.running, other.opened) = (nil, nil)
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
    try other.reopen()
    try reopen()
  }

  /// Creates a device with a copy of a profile.
  init(_ name: String, from profile: String, on stream: MemoryStream) throws {
    self.name = name
    self.stream = LyingStream(stream)
    isInMemory = false
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: profile, toPath: path)
    try reopen()
  }

  /// Creates a backup of a device, at the place of a new profile.
  init(backupOf other: SharedDevice, on stream: MemoryStream) throws {
    name = other.name
    self.stream = LyingStream(stream)
    isInMemory = false
    folder = try TemporaryFolder()
    _ = try other.store.log.backUp(
      to: path, milliseconds: 1, reading: RecordReading { _, _ in 0 })
    try reopen()
  }

  /// The folder of the profile.
  var path: String { isInMemory ? folder.path : folder.profile }
  var store: Store { opened! }

  /// Whether the sync state can be written.
  var canWriteState = true

  /// Ends the device without closing files, and starts it again with the data on disk.
  func crash() throws {
    running = nil
    guard !isInMemory else { return }
    try reopen()
  }

  /// Ends the device with the state of a copy of its folder, and starts it again.
  func crash(leaving copy: String) throws {
    (running, opened) = (nil, nil)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: copy, toPath: path)
    try reopen()
  }

  /// Called before each write to the log.
  var whenWriting: () -> Void = {}

  private func now() -> Int64 {
    whenWriting()
    clock += 1
    return clock
  }

  private func reopen() throws {
    opened = nil
    opened = try Store(EventLog(profile: path, access: .readWrite)) { [unowned self] in now() }
  }

  // MARK: Synchronization

  var sync: Synchronization {
    get throws {
      if let running { return running }
      return use(try Synchronization(store, in: path) { _ in self.stream })
    }
  }

  /// Starts the synchronization as another process would, with the previous servers or others.
  func goOn(
    on server: String? = nil, _ open: @escaping Synchronization.Opening
  ) throws -> Synchronization {
    running = nil
    return use(
      try Synchronization(store, in: path, servers: server.map { [$0] }, on: open))
  }

  private func use(_ sync: Synchronization) -> Synchronization {
    sync.pause = { _ in }
    sync.willWrite = { [unowned self] () in
      guard canWriteState else { throw LogError(.readOnly, operation: "write", path: nil) }
    }
    sync.patience = patience
    sync.comparisonInterval = comparisonInterval
    running = sync
    return sync
  }

  func begin() throws {
    _ = use(
      try Synchronization.begin(store, in: path, named: name, servers: ["a.example:4222"]) { _ in
        self.stream
      })
  }

  func join(_ invitation: Invitation) throws {
    _ = use(
      try Synchronization.join(invitation, store, in: path, named: name) { _ in self.stream })
  }

  @discardableResult
  func exchange() throws -> SyncReport { try sync.exchange() }

  /// Returns the error of an exchange, or nil if it succeeded.
  func failure() throws -> SyncError? {
    do {
      try exchange()
      return nil
    } catch let failure as SyncError {
      return failure
    } catch let error as LogError {
      // A full or read-only disk.
      return SyncError(.storage, "\(error)", isTemporary: SyncError.isTemporary(error))
    }
  }

  /// Returns the error of an exchange or of the device's store, or nil if it succeeded.
  func failureToExchange() -> SyncError? {
    do {
      return try failure()
    } catch {
      return SyncError(.storage, "\(error)")
    }
  }

  // MARK: Contents of the profile

  @discardableResult
  func keep(_ title: String, url: String = "http://a.example/") throws -> BookmarkID {
    let commit = try store.perform(.addBookmark(NewBookmark(.bookmark, title: title, url: url)))
    return BookmarkID(commit.events[0].sequence)
  }

  /// Returns all bookmarks with their folders, and the shared settings.
  func library() throws -> [String] {
    let library = try store.readState().library
    return try store.read { words in
      func lines(in folder: BookmarkID, _ indent: String) -> [String] {
        library.bookmarks.children(of: folder).flatMap { id -> [String] in
          guard let bookmark = library.bookmarks[id] else { return ["gone"] }
          let texts = [
            words.text(.title, of: bookmark.title), words.text(.url, of: bookmark.url),
            words.text(.tags, of: bookmark.tags), words.text(.keyword, of: bookmark.keyword),
            words.text(.note, of: bookmark.note),
          ]
          let line = "\(indent)\(bookmark.kind) \(texts.map { $0 ?? "" })"
          return [line] + lines(in: id, indent + "  ")
        }
      }
      let settings = Settings.Name.allCases.filter(\.isOfLibrary).map {
        "\($0) \(library.settings.value(of: $0, text: words) ?? "")"
      }
      return lines(in: .nothing, "") + settings
    }
  }

  /// Returns the titles of all bookmarks.
  func titles() throws -> [String] {
    let bookmarks = try store.readState().library.bookmarks.all
    return try store.read { words in bookmarks.map { words.text(.title, of: $0.title) ?? "" } }
  }

  /// Returns the addresses of the tabs that are open on a device, as far as this device knows.
  func tabs(of number: UInt32) throws -> [String] {
    let timeline = try store.log.read { (reader) in
      try store.timeline.device(number, reader)
    }
    let browser = try #require(timeline).browser
    return try store.readUncached { words in
      browser.tabs.map { browser.url(of: $0, text: words) }
    }
  }
}
