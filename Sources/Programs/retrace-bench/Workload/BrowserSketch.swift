import BrowserModel

/// A minimal model of a browser, which is sufficient to generate consistent events.
struct BrowserSketch {
  struct Window {
    var id: WindowID
    /// The slots of the tabs, from left to right.
    var tabs: ContiguousArray<Int32> = []
    var active: Int32 = -1
  }

  struct Entry {
    var entry: EntryID
    var content: EventID
  }

  struct Tab {
    var id: TabID
    var window: Int
    var entries: ContiguousArray<Entry>
    var index = 0
    /// The tab's index in the list of open tabs.
    var place: Int
  }

  struct Folder {
    var id: BookmarkID
    var bookmarks: ContiguousArray<BookmarkID> = []
  }

  var windows: [Window] = []
  var folders: [Folder] = []
  /// The events that first named each host.
  var sites = ContiguousArray(repeating: EventID.nothing, count: SyntheticText.hostCount)
  private(set) var tabs: ContiguousArray<Tab> = []
  private(set) var live: ContiguousArray<Int32> = []
  private var vacant: ContiguousArray<Int32> = []

  var tabCount: Int { live.count }

  subscript(tab slot: Int32) -> Tab {
    _read { yield tabs[Int(slot)] }
    _modify { yield &tabs[Int(slot)] }
  }

  func position(of slot: Int32) -> Int {
    windows[self[tab: slot].window].tabs.firstIndex(of: slot) ?? 0
  }

  mutating func open(_ id: TabID, inWindow window: Int, at position: Int) -> Int32 {
    let tab = Tab(
      id: id, window: window, entries: [Entry(entry: EntryID(id.event), content: id.event)],
      place: live.count)
    let slot: Int32
    if let free = vacant.popLast() {
      slot = free
      self[tab: slot] = tab
    } else {
      slot = Int32(tabs.count)
      tabs.append(tab)
    }
    live.append(slot)
    windows[window].tabs.insert(slot, at: position)
    if windows[window].active < 0 { windows[window].active = slot }
    return slot
  }

  mutating func close(_ slot: Int32, at position: Int) {
    let window = self[tab: slot].window
    windows[window].tabs.remove(at: position)
    let place = self[tab: slot].place
    let last = live.removeLast()
    if last != slot {
      live[place] = last
      self[tab: last].place = place
    }
    vacant.append(slot)
  }
}
