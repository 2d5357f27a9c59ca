/// What one event changed of the list of tabs. Windows and tabs are named by their positions.
enum TabListChange: UInt8 {
  /// A tab came to stand in a window, or in a new one behind all others.
  case entered
  /// A tab went; a window without tabs goes with it.
  case left
  /// Another tab of a window is active.
  case activated
  /// Another window has the focus.
  case focused
}

extension TabList {
  /// Reads what an event changed, and changes it. Where it makes no sense the reader says so.
  @inline(__always)
  mutating func change(_ reader: inout SnapshotReader, by event: Sequence) {
    switch TabListChange(rawValue: reader.byte()) {
    case .entered: enter(&reader, event)
    case .left: leave(&reader)
    case .activated: activate(&reader)
    case .focused: focusedWindow = reader.sequence()
    case nil: reader.damage()
    }
  }

  @inline(__always)
  private mutating func enter(_ reader: inout SnapshotReader, _ event: Sequence) {
    let tab = reader.sequence(near: event)
    let window = reader.nextPosition()
    if window == windows.count {
      windows.append(Window(id: reader.sequence(near: event), activeTab: .nothing, tabs: []))
    }
    let position = reader.nextPosition()
    guard window < windows.count, position <= windows[window].tabs.count else {
      return reader.damage()
    }
    windows[window].tabs.insert(tab, at: position)
  }

  @inline(__always)
  private mutating func leave(_ reader: inout SnapshotReader) {
    let (window, position) = (reader.nextPosition(), reader.nextPosition())
    guard window < windows.count, position < windows[window].tabs.count else {
      return reader.damage()
    }
    windows[window].tabs.remove(at: position)
    if windows[window].tabs.isEmpty { windows.remove(at: window) }
  }

  @inline(__always)
  private mutating func activate(_ reader: inout SnapshotReader) {
    let (window, position) = (reader.nextPosition(), reader.nextPosition())
    guard window < windows.count, position < windows[window].tabs.count else {
      return reader.damage()
    }
    windows[window].activeTab = windows[window].tabs[position]
  }
}

extension SnapshotReader {
  @inline(__always)
  fileprivate mutating func nextPosition() -> Int {
    Int(truncatingIfNeeded: min(number(), UInt64(Int32.max)))
  }
}

extension SnapshotWriter {
  /// - Parameter newWindow: The window, where the tab is its first.
  mutating func put(
    _ tab: Sequence, entered window: Int, at position: Int, newWindow: Sequence?,
    by event: Sequence
  ) {
    put(byte: TabListChange.entered.rawValue)
    put(tab, near: event)
    put(count: window)
    if let newWindow { put(newWindow, near: event) }
    put(count: position)
  }

  mutating func put(left window: Int, at position: Int) {
    put(byte: TabListChange.left.rawValue)
    put(count: window)
    put(count: position)
  }

  mutating func put(activated position: Int, in window: Int) {
    put(byte: TabListChange.activated.rawValue)
    put(count: window)
    put(count: position)
  }

  mutating func put(focused window: Sequence) {
    put(byte: TabListChange.focused.rawValue)
    put(window)
  }
}
