package import BrowserModel
internal import Platform

/// The browsers that are recorded in a profile, the windows of each browser, and the number of
/// unknown pages in its tabs.
///
/// Each browser opens and changes only its own windows. The file `browsers` of the profile stores
/// the windows, and the hosts of all browsers share this file. The console reads the file to name
/// the browser of a window. If the file is lost, browsers recognise their windows by the pages. The
/// file contains no text of the log, so a forget request does not have to change it.
package final class ConnectedBrowsers {
  /// A browser that is, or was, recorded in the profile.
  private struct Browser: Equatable {
    /// The random number that the extension keeps.
    let id: String
    /// The name of the program, such as “Firefox”.
    let name: String
  }

  private let folder: String?
  /// The browsers in the order of their first connection.
  private var browsers: [Browser] = []
  private var owners: [WindowID: String] = [:]
  private var unknown: [TabID: Int] = [:]
  /// The number of lines in the file.
  private var lineCount = 0
  /// The lines that have not been written yet.
  private var added: [UInt8] = []
  /// The lock that shows other processes which browser is connected here.
  private var connection: (id: String, lock: Int32?)?

  private static let largestFile = 16 << 20

  /// Whether the file has been read.
  private var isRead = false

  /// Creates a reader of the file, which is first read when it is needed.
  ///
  /// - Parameter folder: The folder of the profile, or nil to store nothing.
  package init(folder: String?) { self.folder = folder }

  private func readOnce() {
    guard let folder, !isRead else { return }
    read(FileDescriptor.contents(of: Self.file(in: folder), limit: Self.largestFile) ?? [])
  }

  deinit {
    if let lock = connection?.lock { FileDescriptor.close(lock) }
  }

  // MARK: Reading

  /// Whether a browser has ever claimed a window. False if the file was lost.
  package var hasWindows: Bool {
    readOnce()
    return !owners.isEmpty
  }

  /// Returns the id of the browser that a window belongs to, or nil if no browser has claimed it.
  package func owner(of window: WindowID) -> String? {
    readOnce()
    return owners[window]
  }

  /// Returns the label of a browser, or nil if it was never connected. The label is the name of the
  /// program, with a number if several browsers have the same name.
  package func label(of id: String) -> String? {
    readOnce()
    guard let browser = browsers.first(where: { $0.id == id }) else { return nil }
    let same = browsers.filter { $0.name == browser.name }
    guard let place = same.firstIndex(of: browser), place > 0 else { return browser.name }
    return "\(browser.name) \(place + 1)"
  }

  /// Returns the label of the browser that a window belongs to, or nil if no browser has claimed
  /// it.
  package func label(ofWindow window: WindowID) -> String? {
    owner(of: window).flatMap(label(of:))
  }

  /// Returns the number of pages at the beginning of a tab's back/forward list that are not known.
  package func unknownPages(of tab: TabID) -> Int {
    readOnce()
    return unknown[tab] ?? 0
  }

  /// Returns the ids of the browsers that are connected at this moment.
  package var connected: Set<String> {
    guard let folder else { return Set([connection?.id].compactMap(\.self)) }
    return Set(
      browsers.map(\.id).filter { id in
        if id == connection?.id { return true }
        let path = Self.lockFile(of: id, in: folder)
        guard FileTree.allows(F_OK, path) else { return false }
        guard let lock = try? FileDescriptor.openLocked(path) else { return true }
        FileDescriptor.close(lock)
        return false
      })
  }

  // MARK: Changing

  /// Connects a browser until this object is released.
  ///
  /// - Parameters:
  ///   - id: The id of the browser: letters, digits and hyphens.
  ///   - name: The name of the program, without spaces.
  ///   - patience: The time to wait for an earlier host of the same browser, which may not have
  ///     ended yet.
  /// - Returns: False if another connected browser has the same id.
  package func connect(_ id: String, name: String, patience: Duration) -> Bool {
    guard connection?.id != id else { return true }
    var lock: Int32?
    if let folder {
      let deadline = ContinuousClock.now + patience
      let path = Self.lockFile(of: id, in: folder)
      while true {
        do {
          lock = try FileDescriptor.openLocked(path)
        } catch {
          // In a folder without locks, all ids count as free.
          break
        }
        if lock != nil { break }
        guard ContinuousClock.now < deadline else { return false }
        usleep(50_000)
      }
    }
    if let former = connection?.lock { FileDescriptor.close(former) }
    connection = (id, lock)
    update {
      guard !browsers.contains(where: { $0.id == id }) else { return }
      browsers.append(Browser(id: id, name: name))
      append("browser", id, name)
    }
    return true
  }

  /// Performs changes while the hosts of other browsers wait. A window that is opened by `body` is
  /// not visible to them before it is claimed.
  package func update<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let folder,
      let file = try? FileDescriptor.openLocked(Self.file(in: folder), waits: true)
    else {
      added = []
      return try body()
    }
    defer { FileDescriptor.close(file) }
    added = []
    read((try? FileDescriptor.readAll(file, limit: Self.largestFile)) ?? [])
    defer {
      save(file)
      added = []
    }
    return try body()
  }

  /// Assigns a window to a browser, unless it already belongs to one. Call this in ``update(_:)``.
  package func claim(_ window: WindowID, for id: String) {
    guard owners[window] == nil else { return }
    owners[window] = id
    append("window", "\(window.event.rawValue)", id)
  }

  /// Notes the number of unknown pages in tabs. Tabs that are not mentioned keep their number.
  package func note(unknownPages counts: [TabID: Int]) {
    let changed = counts.filter { unknownPages(of: $0.key) != $0.value }
    guard !changed.isEmpty else { return }
    update {
      for (tab, count) in changed {
        unknown[tab] = count
        append("unknown", "\(tab.event.rawValue)", "\(count)")
      }
    }
  }

  // MARK: The file

  private static func file(in folder: String) -> String { "\(folder)/browsers" }
  private static func lockFile(of id: String, in folder: String) -> String {
    "\(folder)/live-\(id).lock"
  }

  private func append(_ kind: String, _ first: String, _ second: String) {
    added += Array("\(kind) \(first) \(second) .\n".utf8)
    lineCount += 1
  }

  private func read(_ bytes: [UInt8]) {
    isRead = true
    browsers = []
    owners = [:]
    unknown = [:]
    lineCount = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      lineCount += 1
      let words = line.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      // An incomplete line is of a host that was killed.
      guard words.count == 4, words[3] == "." else { continue }
      let number = Int32(words[1]).map { EventID($0) }
      switch words[0] {
      case "browser":
        let browser = Browser(id: words[1], name: words[2])
        if !browsers.contains(where: { $0.id == browser.id }) { browsers.append(browser) }
      case "window": if let number { owners[WindowID(number)] = words[2] }
      case "unknown": if let number { unknown[TabID(number)] = Int(words[2]) ?? 0 }
      default: break
      }
    }
  }

  /// Writes the changes, or everything if most lines of the file are outdated.
  private func save(_ file: Int32) {
    guard !added.isEmpty else { return }
    let pages = unknown.filter { $0.value > 0 }
    if lineCount > 2 * (browsers.count + owners.count + pages.count) + 100 {
      unknown = pages
      lineCount = 0
      added = []
      for browser in browsers { append("browser", browser.id, browser.name) }
      for (window, id) in owners { append("window", "\(window.event.rawValue)", id) }
      for (tab, count) in pages { append("unknown", "\(tab.event.rawValue)", "\(count)") }
      guard ftruncate(file, 0) == 0 else { return }
      lseek(file, 0, SEEK_SET)
    } else {
      // A line that a killed host did not complete must not swallow the first new one.
      added.insert(UInt8(ascii: "\n"), at: 0)
      lseek(file, 0, SEEK_END)
    }
    try? FileDescriptor.writeAll(file, added)
  }
}
