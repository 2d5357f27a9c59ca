internal import BrowserModel
internal import ExchangeFormats
internal import Notation

/// A JSON format for bookmarks, tabs or visits, described by the locations of its lists and the
/// meanings of their members.
///
/// To support another format, add its description to ``all``.
struct JSONLayout: Sendable {
  var format: FileFormat
  /// Paths that exist only in documents with this layout.
  var signs: [JSONPath]
  /// The lists to read.
  var lists: [List]
  /// The data that is counted as left out. Each value at one of the paths counts once.
  var leftOut: [(place: JSONPath, kind: ImportOmission)] = []
  /// Rearranges a document whose lists are not JSON arrays.
  var rearranged: @Sendable (JSON) -> JSON = { $0 }

  indirect enum List: Sendable {
    case bookmarks(JSONPath, [String: JSONMember])
    /// Folders, with their titles and contents.
    case folders(JSONPath, title: JSONPath, [List])
    case visits(JSONPath, [String: JSONMember])
    /// The open windows.
    case windows(JSONPath, WindowLayout)
    /// Saved sessions. If the document contains no open windows, the newest session becomes the
    /// open windows. The other sessions become closed windows.
    case sessions(JSONPath, time: JSONPath, windows: JSONPath, WindowLayout)
  }

  /// The description of windows.
  struct WindowLayout: Sendable {
    /// The location of the tabs in a window.
    var tabs: JSONPath
    var members: [String: JSONMember]
    /// The location of the time at which the window's tabs were saved.
    var time: JSONPath?
    /// The location of a Boolean that indicates whether the window has the focus.
    var isFocused: JSONPath?
    /// The location of a Boolean that indicates whether the window is private. Private windows are
    /// not imported.
    var isPrivate: JSONPath?
    /// The data that is counted as left out for each window.
    var leftOut: [(place: JSONPath, kind: ImportOmission)] = []
  }

  /// Returns the layout of a document, or nil if no layout matches.
  static func found(in json: JSON) -> JSONLayout? {
    all.first { layout in layout.signs.allSatisfy { $0.leadsToValue(in: json) } }
  }

  func read(_ document: JSON, _ emit: (PortableItem) throws -> Void) throws {
    let json = rearranged(document)
    var reading = Reading()
    for list in lists { try reading.read(list, in: json, emit) }
    reading.leaveOut(leftOut, of: json)
    try reading.leftOut.emitItems(emit)
    if let session = reading.finishedSession { try emit(.session(session)) }
  }

  /// A document that is being read.
  private struct Reading {
    var leftOut = OmissionCounts()
    private var session = PortableSession()

    /// The windows and closed items, or nil if there are none.
    var finishedSession: PortableSession? {
      guard !session.windows.isEmpty || !session.closed.isEmpty else { return nil }
      var finished = session
      finished.closed.sort { $0.milliseconds < $1.milliseconds }
      if finished.focused == nil, !finished.windows.isEmpty { finished.focused = 0 }
      return finished
    }

    mutating func leaveOut(_ places: [(place: JSONPath, kind: ImportOmission)], of json: JSON) {
      for (place, kind) in places {
        leftOut.add(kind, place.values(in: json).count { !$0.isEffectivelyEmpty })
      }
    }

    mutating func read(
      _ list: List, in json: JSON, _ emit: (PortableItem) throws -> Void
    ) throws {
      switch list {
      case .bookmarks(let path, let members):
        for value in path.values(in: json) {
          try emit(.bookmark(JSONPage(value, members, &leftOut).bookmark))
        }
      case .visits(let path, let members):
        let values = path.values(in: json)
        try emit(.announced(values.count))
        let visits = values.map { JSONPage($0, members, &leftOut).visit }
        for visit in visits.sorted(by: { $0.milliseconds < $1.milliseconds }) {
          try emit(.visit(visit))
        }
      case .folders(let path, let title, let lists):
        for value in path.values(in: json) {
          let name = title.values(in: value).first?.string ?? ""
          try emit(.folderBegan(PortableBookmark(.folder, title: name)))
          for list in lists { try read(list, in: value, emit) }
          try emit(.folderEnded)
        }
      case .windows(let path, let layout):
        for value in path.values(in: json) {
          guard let window = try window(value, layout, emit) else { continue }
          if let focus = layout.isFocused, focus.values(in: value).first?.isTrue == true {
            session.focused = session.windows.count
          }
          session.windows.append(window)
        }
      case .sessions(let path, let time, let windows, let layout):
        var saved: [(windows: [PortableWindow], milliseconds: Int64)] = []
        for value in path.values(in: json) {
          let milliseconds = time.values(in: value).first?.integer ?? 0
          let made = try windows.values(in: value).compactMap { try window($0, layout, emit) }
          saved.append((made, UnixTime.milliseconds(milliseconds)))
        }
        saved.sort { $0.milliseconds < $1.milliseconds }
        if session.windows.isEmpty, let newest = saved.popLast() {
          session.windows = newest.windows
        }
        session.closed += saved.flatMap { saved in
          saved.windows.map { PortableClosing(.window($0), milliseconds: saved.milliseconds) }
        }
      }
    }

    /// Returns a window with its tabs, or nil if it has no tab that can be shown.
    private mutating func window(
      _ json: JSON, _ layout: WindowLayout, _ emit: (PortableItem) throws -> Void
    ) throws -> PortableWindow? {
      if let place = layout.isPrivate, place.values(in: json).first?.isTrue == true { return nil }
      let saved = layout.time?.values(in: json).first?.integer.map { UnixTime.milliseconds($0) }
      var window = PortableWindow()
      for value in layout.tabs.values(in: json) {
        let page = JSONPage(value, layout.members, &leftOut)
        guard var tab = page.tab else {
          try emit(.problem("A tab was left out, because it has no page."))
          continue
        }
        if page.isCurrent, page.entries.isEmpty || window.active == 0 {
          window.active = window.tabs.count
        }
        if !page.group.isEmpty {
          if !window.groups.contains(where: { $0.title == page.group }) {
            window.groups.append(PortableGroup(title: page.group))
          }
          tab.group = window.groups.firstIndex { $0.title == page.group }
        }
        if let saved, saved > 0 {
          for place in tab.entries.indices where tab.entries[place].milliseconds == 0 {
            tab.entries[place].milliseconds = saved
          }
        }
        window.tabs.append(tab)
      }
      guard !window.tabs.isEmpty else { return nil }
      leaveOut(layout.leftOut, of: json)
      return window
    }
  }
}
