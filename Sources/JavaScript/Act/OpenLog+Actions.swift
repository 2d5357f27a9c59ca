import BrowserModel
import Bytes
import RetraceTimeline

extension OpenLog {
  /// Reads an action. The numbers of the actions are those of the table in `retrace.mjs`.
  func action(_ reader: inout RequestReader) throws(Failure) -> Action {
    let number = reader.number()
    switch number {
    case 0..<20: return try tabAction(number, &reader)
    case 20..<30: return try windowAction(number, &reader)
    case 30..<50: return try navigation(number, &reader)
    default: return try otherAction(number, &reader)
    }
  }

  private func tabAction(
    _ number: Int32, _ reader: inout RequestReader
  ) throws(Failure) -> Action {
    switch number {
    case 0: return .open(try openTab(&reader))
    case 1: return .closeTabs(reader.ids())
    case 2: return .reopen(reader.optionalID())
    case 3:
      let id = reader.id(TabID.self)
      guard let tab = timeline.lastClosed(id, events) else {
        throw Failure("noSuchClosedItem", "The tab #\(id.rawValue) was never closed.")
      }
      return .restoreTab(tab)
    case 4: return .select(reader.id(), byUser: reader.flag())
    case 5: return .move(reader.id(), to: reader.int(), window: reader.optionalID())
    case 6: return .moveToNewWindow(reader.id())
    case 7: return .moveTabs(reader.ids(), to: reader.optionalInt(), window: reader.optionalID())
    case 8: return .moveTabsToNewWindow(reader.ids())
    case 9: return .moveBy(reader.id(), places: reader.int())
    case 10: return .pin(reader.id(), reader.flag())
    case 11: return .mute(reader.id(), reader.flag())
    case 12: return .duplicate(reader.id(), isLoading: reader.flag())
    case 13: return .discard(reader.id())
    case 14: return .take(try takenTab(&reader))
    case 15: return .send(reader.id(), to: try otherDevice(reader.number()).number)
    default: throw .badArguments()
    }
  }

  private func openTab(_ reader: inout RequestReader) throws(Failure) -> OpenTab {
    let destination = try optionalDestination(&reader)
    let (place, value) = (reader.number(), reader.number())
    var open = OpenTab(destination)
    switch place {
    case 0: open.place = .end
    case 1: open.place = .foregroundLink(from: TabID(EventID(value)))
    case 2: open.place = .backgroundLink(from: TabID(EventID(value)))
    case 3: open.place = .index(Int(value))
    default: throw .badArguments()
    }
    open.window = reader.optionalID()
    open.isInNewWindow = reader.flag()
    open.isSelected = reader.optionalFlag()
    open.isPinned = reader.flag()
    open.isLoading = reader.flag()
    open.opener = reader.optionalID()
    return open
  }

  private func otherDevice(_ number: Int32) throws(Failure) -> Device {
    let number = UInt32(bitPattern: number)
    guard let device = timeline.devices.first(where: { $0.number == number && !$0.isThis }) else {
      throw Failure("noSuchDevice", "There is no other device with the number \(number).")
    }
    return device
  }

  private func takenTab(_ reader: inout RequestReader) throws(Failure) -> TakenTab {
    let device = try otherDevice(reader.number())
    let (id, isSelected) = (reader.id(TabID.self), reader.flag())
    guard let tab = timeline.device(device.number, events)?.browser.tab(id) else {
      throw .noSuchTab()
    }
    return TakenTab(tab, isSelected: isSelected)
  }

  private func windowAction(
    _ number: Int32, _ reader: inout RequestReader
  ) throws(Failure) -> Action {
    switch number {
    case 20: return .openWindow(bounds: reader.bounds(), showState: try reader.choice())
    case 21: return .closeWindow(reader.id())
    case 22: return .focusWindow(reader.id())
    case 23: return .nameWindow(reader.id(), reader.text())
    case 24:
      return .placeWindow(
        reader.id(), bounds: reader.bounds(), showState: try reader.choice())
    case 25:
      return .group(
        reader.ids(), into: reader.optionalID(), title: reader.optionalText(),
        color: try reader.optionalChoice())
    case 26: return .ungroup(reader.ids())
    case 27:
      return .changeGroup(
        reader.id(), title: reader.optionalText(), color: try reader.optionalChoice())
    case 28: return .moveGroup(reader.id(), to: reader.optionalInt(), window: reader.optionalID())
    case 29: return .moveGroupToNewWindow(reader.id())
    default: throw .badArguments()
    }
  }

  private func navigation(
    _ number: Int32, _ reader: inout RequestReader
  ) throws(Failure) -> Action {
    switch number {
    case 30: return .collapse(reader.id(), reader.flag())
    case 31:
      return .go(
        reader.optionalID(), try destination(&reader), isLoading: reader.flag())
    case 32:
      let (tab, destination) = (reader.id(TabID.self), try destination(&reader))
      let manner = try reader.choice(Following.Manner.self)
      let following = Following(
        manner, hasActivation: reader.flag(), isLoading: reader.flag(), redirects: reader.texts())
      return .follow(tab, destination, following)
    case 33: return .startLoad(reader.id(), try destination(&reader))
    case 34: return .commitLoad(reader.id(), redirectedTo: reader.texts())
    case 35: return .travel(reader.id(), by: reader.int(), isLoading: reader.flag())
    case 36: return .startTravel(reader.id(), by: reader.int())
    case 37: return .step(reader.id(), by: reader.int(), isLoading: reader.flag())
    case 38: return .reload(reader.id(), isLoading: reader.flag())
    case 39: return .stop(reader.id())
    case 40: return .failLoad(reader.id(), reason: reader.text())
    case 41: return .finishLoad(reader.id())
    case 42: return .reportTitle(reader.id(), content: reader.optionalID(), reader.text())
    case 43:
      return .reportScroll(
        reader.id(), content: reader.optionalID(), x: reader.number(), y: reader.number())
    case 44: return .reportPicture(reader.id(), content: reader.optionalID(), blob: reader.text())
    case 45: return .reportActivation(reader.id(), content: reader.optionalID())
    default: throw .badArguments()
    }
  }

  private func otherAction(
    _ number: Int32, _ reader: inout RequestReader
  ) throws(Failure) -> Action {
    switch number {
    case 50: return .zoom(reader.id(), try reader.zoomChange())
    case 51: return .zoomSite(host: reader.text(), reader.level())
    case 52: return .zoomTemporarily(reader.id(), try reader.zoomChange())
    case 53: return .zoomDefault(reader.level())
    case 54: return .addBookmark(try newBookmark(&reader))
    case 55:
      let id = reader.id(BookmarkID.self)
      var edit = BookmarkEdit()
      edit.title = reader.optionalText()
      edit.url = reader.optionalText()
      edit.tags = reader.optionalTexts()
      edit.keyword = reader.optionalText()
      edit.note = reader.optionalText()
      return .editBookmark(id, edit)
    case 56:
      return .moveBookmark(
        reader.id(), folder: reader.optionalID() ?? .nothing, index: reader.optionalInt())
    case 57: return .removeBookmark(reader.id(), all: reader.flag())
    case 58: return .restore(try restoration(&reader))
    case 59: return .set(try reader.choice(), reader.optionalText())
    case 60: return .openSession(frontEnd: reader.text())
    case 61: return .endSession
    case 62:
      return .setValue(
        valueOwner(&reader), reader.text(), reader.optionalText().map { Array($0.utf8) })
    default: throw .badArguments()
    }
  }

  private func valueOwner(_ reader: inout RequestReader) -> ValueOwner {
    let tab = reader.optionalID(TabID.self)
    let window = reader.optionalID(WindowID.self)
    let group = reader.optionalID(GroupID.self)
    if let tab { return .tab(tab) }
    if let window { return .window(window) }
    return group.map { .group($0) } ?? .profile
  }

  private func newBookmark(_ reader: inout RequestReader) throws(Failure) -> NewBookmark {
    var bookmark = NewBookmark(try reader.choice())
    bookmark.title = reader.optionalText()
    bookmark.url = reader.optionalText()
    bookmark.tags = reader.texts()
    bookmark.keyword = reader.optionalText()
    bookmark.note = reader.optionalText()
    bookmark.folder = reader.optionalID() ?? .nothing
    bookmark.newFolders = reader.texts()
    bookmark.index = reader.optionalInt()
    return bookmark
  }

  private func restoration(
    _ reader: inout RequestReader
  ) throws(Failure) -> Restoration {
    try show(max(reader.number(), 0))
    let past = shown.readState(events)
    var parts: [Restoration.Part] = []
    for _ in 0..<reader.count() where !reader.isDamaged {
      let (kind, id) = (reader.number(), EventID(reader.number()))
      switch kind {
      case 0: parts.append(.windows)
      case 1: parts.append(.missingTabs)
      case 2: parts.append(.window(WindowID(id)))
      case 3: parts.append(.tab(TabID(id)))
      case 4: parts.append(.bookmarks)
      case 5: parts.append(.zoom)
      case 6: parts.append(.settings)
      default: throw .badArguments()
      }
    }
    return Restoration(of: past, parts)
  }
}
