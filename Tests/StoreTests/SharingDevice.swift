import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline

/// A device with a profile on disk, for tests with several devices.
final class SharingDevice {
  let profile: TestProfile
  private(set) var store: Store
  var sharing: DeviceSharing

  init() throws {
    profile = try TestProfile()
    store = try profile.store()
    sharing = DeviceSharing(of: store)
  }

  /// Returns two devices that have received each other's join.
  static func joined() throws -> (
    desk: SharingDevice, phone: SharingDevice, stream: [SharedBatch]
  ) {
    let (desk, phone) = (try SharingDevice(), try SharingDevice())
    _ = try desk.add("from before")
    try desk.sharing.join(as: 1, named: "desk")
    try phone.sharing.join(as: 2, named: "phone")
    let stream = try desk.sharing.batches() + phone.sharing.batches()
    try desk.sharing.receive(stream)
    try phone.sharing.receive(stream)
    return (desk, phone, stream)
  }

  /// Sends all unsent batches, and delivers them to this device and to others.
  @discardableResult
  func tell(_ others: SharingDevice...) throws -> [SharedBatch] {
    let batches = try sharing.batches()
    try sharing.receive(batches)
    for other in others { try other.sharing.receive(batches) }
    return batches
  }

  /// Returns the pages shown by the tabs of each window. Active tabs have a star.
  func shown() throws -> [[String]] {
    let browser = store.browser
    return try store.read { words in
      browser.windows.map { window in
        window.tabs.compactMap { browser.tab($0) }.map { tab in
          browser.url(of: tab, text: words) + (tab.id == window.activeTab ? "*" : "")
        }
      }
    }
  }

  func titles() throws -> [String] {
    let bookmarks = try store.readState().library.bookmarks.all
    return try store.read { words in bookmarks.map { words.text(.title, of: $0.title) ?? "" } }
  }

  func add(_ title: String, to folder: BookmarkID = .nothing) throws -> BookmarkID {
    let commit = try store.perform(
      .addBookmark(
        NewBookmark(.bookmark, title: title, url: "http://a.example/", folder: folder)))
    return BookmarkID(commit.events[0].sequence)
  }
}
