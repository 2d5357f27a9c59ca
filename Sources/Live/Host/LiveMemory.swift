internal import BrowserModel
internal import Platform

/// Facts about a browser that remain valid after its host ends: the ids of bookmarks, the keys of
/// entries in back/forward lists, the sites whose zoom was not set yet, and the newest event that
/// the browser has shown.
///
/// The ids are stored in a file of the profile. While the host runs, it only appends lines to the
/// file. If the file is lost, bookmarks and entries are recognised by their contents. The file
/// contains no texts, so a forget request does not have to change it.
package final class LiveMemory {
  /// The bookmarks of the profile, by the browser's ids.
  private(set) var bookmarks: [String: BookmarkID] = [:]
  /// The browser's keys of entries, by the contents of the entries in the profile.
  private(set) var keys: [EventID: String] = [:]
  /// The sites whose zoom must be set once a tab shows them, by the events that first named them.
  private(set) var awaitedZooms: Set<EventID> = []
  /// The newest event that the browser has shown, or `nothing` if it is unknown. It is noted more
  /// often than the cursor of the profile, because it does not have to survive a power cut.
  private(set) var shown = EventID.nothing
  private let folder: String?
  private var path: String?
  /// The lines that have not been written yet.
  private var added: [UInt8] = []

  /// The maximum number of keys to keep.
  private static let keyLimit = 50_000
  private static let largestFile = 64 << 20

  /// - Parameter folder: The folder of the profile, or nil to store nothing.
  package init(folder: String?) { self.folder = folder }

  /// Returns the id of a browser profile without characters that a file name may not contain.
  static func name(of browserProfile: String) -> String {
    let name = browserProfile.utf8.prefix(40).filter { byte in
      byte == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads the stored ids of a browser profile, and removes outdated lines from the file.
  func open(_ browserProfile: String) {
    guard let folder, path == nil else { return }
    let path = "\(folder)/live-\(Self.name(of: browserProfile))"
    self.path = path
    guard let bytes = FileDescriptor.contents(of: path, limit: Self.largestFile) else { return }
    var order: [EventID] = []
    // An incomplete last line is of a host that was killed.
    for line in bytes.split(separator: UInt8(ascii: "\n")) { read(line, &order) }
    for content in order.dropLast(Self.keyLimit) { keys[content] = nil }
    added = []
    for (browser, id) in bookmarks { append("b", browser, Int64(id.event.rawValue)) }
    for site in awaitedZooms { append("z", "1", Int64(site.rawValue)) }
    if shown.exists { append("s", "shown", Int64(shown.rawValue)) }
    for content in order {
      if let key = keys[content] { append("k", key, Int64(content.rawValue)) }
    }
    try? FileTree.writeFile(added, to: path)
    added = []
  }

  private func read(_ line: ArraySlice<UInt8>, _ order: inout [EventID]) {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4, words[3] == ".", let number = Int32(words[2]) else { return }
    let id = EventID(number)
    switch words[0] {
    case "b": bookmarks[words[1]] = id.exists ? BookmarkID(id) : nil
    case "z" where words[1] == "1": awaitedZooms.insert(id)
    case "z": awaitedZooms.remove(id)
    case "s": shown = id
    case "k":
      if keys.updateValue(words[1], forKey: id) == nil { order.append(id) }
    default: break
    }
  }

  private func append(_ kind: String, _ id: String, _ number: Int64) {
    // A browser's id with a space could not be read again.
    guard !id.isEmpty, !id.utf8.contains(where: { $0 <= 0x20 }) else { return }
    added += Array("\(kind) \(id) \(number) .\n".utf8)
  }

  func note(bookmarks new: [String: BookmarkID]) {
    for (browser, id) in new where bookmarks[browser] != id {
      append("b", browser, Int64(id.event.rawValue))
    }
    for browser in bookmarks.keys where new[browser] == nil { append("b", browser, 0) }
    bookmarks = new
  }

  func note(awaitedZooms new: Set<EventID>) {
    for site in new.subtracting(awaitedZooms) { append("z", "1", Int64(site.rawValue)) }
    for site in awaitedZooms.subtracting(new) { append("z", "0", Int64(site.rawValue)) }
    awaitedZooms = new
  }

  func note(_ key: String, of content: EventID) {
    guard keys.updateValue(key, forKey: content) != key else { return }
    append("k", key, Int64(content.rawValue))
  }

  func note(shown event: EventID) {
    guard event != shown else { return }
    shown = event
    append("s", "shown", Int64(event.rawValue))
  }

  /// Writes the ids that were noted. If writing fails, bookmarks and entries are recognised by
  /// their contents later.
  func save() {
    defer { added = [] }
    guard let path, !added.isEmpty,
      let file = try? FileDescriptor.open(path, O_WRONLY | O_CREAT | O_APPEND)
    else { return }
    try? FileDescriptor.writeAll(file, added)
    FileDescriptor.close(file)
  }
}
