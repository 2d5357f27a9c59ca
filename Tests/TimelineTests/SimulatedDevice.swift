import BrowserModel
import EventCoding
import RetraceTimeline
import TestSupport

/// A device and its log, in a simulation of several devices.
struct SimulatedDevice {
  let number: UInt32
  private(set) var driver = ModelDriver()
  private(set) var map: DeviceMap
  /// The number of batches of the stream that it has received.
  private(set) var heard = 0
  /// The number of lost streams that it knows about.
  private(set) var lostStreams = 0
  /// The batches that have a place in the stream, as far as it knows.
  private var places = SharedPlaces()
  /// Its knowledge from before the stream was lost, in the order of that stream.
  private var former = PreviousStreamOrder()
  /// The number of events of its log that these three contain.
  private var noted = 0
  var actions: RandomActions

  init(number: UInt32, seed: UInt64) {
    self.number = number
    map = DeviceMap(of: number)
    actions = RandomActions(seed: seed)
  }

  /// Joins the other devices, which know about it from then on.
  mutating func join() {
    var draft = Draft()
    var body = DeviceJoined()
    body.number = Int32(number)
    body.name = draft.text("device \(number)")
    draft.append(.device(.joined(body)))
    driver.append(draft)
  }

  /// Performs a step of its own, which may involve other devices.
  mutating func act(among deviceCount: Int) {
    switch actions.random.below(20) {
    case 0: driver.undo()
    case 1: driver.redo()
    case 2:
      // Batches of other devices can be undone too, by their number.
      guard let event = driver.events.randomElement(using: &actions.random) else { return }
      driver.append(naming: event.batch, isUndo: !actions.random.once(in: 3))
    case 3...6: _ = driver.attempt(actions.bookmarking(driver.library.bookmarks))
    case 7:
      _ = driver.attempt(.set(.homePage, actions.url()))
    case 8...9: take(from: UInt32(1 + actions.random.below(deviceCount)))
    case 10...11:
      let recipient = UInt32(1 + actions.random.below(deviceCount))
      guard recipient != number else { return }
      _ = driver.attempt(.send(actions.tab(driver.browser), to: recipient))
      if actions.random.once(in: 3) { driver.undo() }
    case 12...14: _ = driver.attempt(.open(OpenTab(Destination(actions.url()))))
    default: _ = driver.attempt(actions.next(driver.state))
    }
  }

  /// Takes over a tab of another device, if it knows about one.
  private mutating func take(from device: UInt32) {
    guard device != number, let other = driver.timeline.device(device, driver.log)?.browser,
      let tab = other.tabs.randomElement(using: &actions.random)
    else { return }
    _ = driver.attempt(.take(TakenTab(tab)))
  }

  /// Records the new events of its log.
  private mutating func note() {
    for event in driver.events[noted...] {
      map.note(event)
      places.note(event)
      former.note(event)
    }
    noted = driver.events.count
  }

  /// The next batch that is not known to be in the stream.
  mutating func next() -> SharedBatch? {
    note()
    for entry in former.entries where !places.hasPlace(entry.batch.event, of: entry.device) {
      let batch = driver.log.sharedBatch(entry, through: driver.timeline.position, map)
      if let batch { return batch }
    }
    var found: SharedBatch?
    driver.log.visitSharedBatches(
      from: max(places.accepted(of: 0), places.lost).advanced(by: 1),
      through: driver.timeline.position, map
    ) { batch in
      found = batch
      return false
    }
    return found
  }

  /// Receives the next batches of the stream, and opens the tabs that were sent to it.
  mutating func hear(_ batches: ArraySlice<SharedBatch>) throws {
    for batch in batches { try hear(batch) }
    var sent = SentTabs(to: number)
    for event in driver.events { sent.note(event) }
    for tab in sent.waiting { _ = driver.attempt(.take(tab)) }
  }

  private mutating func hear(_ batch: SharedBatch) throws {
    heard += 1
    note()
    if batch.device != number, batch.last > map.newest(of: batch.device) {
      _ = try driver.append(stored: batch.renumbered(from: driver.log.next, map))
      return
    }
    let device = batch.device == number ? 0 : batch.device
    guard let last = map.event(EventOrigin(device: batch.device, sequence: batch.last)),
      !places.hasPlace(last, of: device)
    else { return }
    var draft = Draft()
    var body = EventsAccepted()
    body.through = last
    body.device = Int32(device)
    draft.append(.device(.accepted(body)))
    driver.append(draft)
  }

  /// Learns that there is a new stream, and starts with that.
  mutating func lose(_ streams: Int) {
    var draft = Draft()
    draft.append(.device(.orderLost))
    driver.append(draft)
    lostStreams = streams
    heard = 0
  }

  /// Ends abruptly, and starts again with its log.
  mutating func crash() {
    driver.reopen()
    map = DeviceMap(of: number)
    places = SharedPlaces()
    former = PreviousStreamOrder()
    noted = 0
    note()
  }
}

extension SimulatedDevice {
  /// The library, with names that are the same in every log.
  var libraryLines: [String] {
    let library = driver.library
    var lines: [String] = []
    func add(_ folder: BookmarkID, _ depth: Int) {
      for id in library.bookmarks.children(of: folder) {
        guard let bookmark = library.bookmarks[id] else { continue }
        let texts = [bookmark.title, bookmark.url, bookmark.tags, bookmark.keyword, bookmark.note]
        let fields: [TextField] = [.title, .url, .tags, .keyword, .note]
        let words = zip(fields, texts).map { field, event in
          "\(name(event)) \(event.exists ? driver.log.text(field, of: event) ?? "-" : "")"
        }
        lines.append("\(depth) \(bookmark.kind) \(name(id.event)) \(words)")
        add(id, depth + 1)
      }
    }
    add(.nothing, 0)
    for setting in Settings.Name.allCases where setting.isOfLibrary {
      let value = library.settings.value(of: setting, text: driver.log) ?? "-"
      lines.append("\(setting) \(name(library.settings.source(of: setting))) \(value)")
    }
    return lines
  }

  /// The open tabs of a device, in the same format.
  func windowLines(of device: UInt32) -> [String] {
    guard let browser = driver.timeline.device(device, driver.log)?.browser else { return [] }
    return browser.windows.flatMap { window in
      ["window \(name(window.id.event)) \(name(window.activeTab.event))"]
        + window.tabs.map { id in
          guard let tab = browser.tab(id) else { return "-" }
          let entries = tab.entries.map { entry in
            "\(name(entry.id.event)) \(browser.url(of: entry, text: driver.log)) "
              + browser.title(of: entry, text: driver.log)
          }
          return "\(name(id.event)) \(tab.index) \(tab.isPinned) \(tab.status) \(entries)"
        }
    }
  }

  private func name(_ event: EventID) -> String {
    guard event.exists else { return "-" }
    let origin = map.origin(of: event)
    return "\(origin.device):\(origin.sequence.rawValue)"
  }
}
