extension Decider {
  /// Opens a window with one tab, which shows the start page (H1).
  func openWindow(bounds: Window.Bounds, showState: Window.ShowState) {
    var body = WindowOpened()
    body.bounds = bounds
    body.showState = showState
    let window = WindowID(upcoming)
    append(.window(.opened(body)))
    var tab = TabOpened()
    tab.window = window
    tab.isSelected = true
    tab.transition = .startPage
    append(.tab(.opened(tab)))
  }

  /// Closes a window. The window is listed among the closed items unless all its tabs are untouched
  /// (T4).
  func closeWindow<Source: TextSource & ~Copyable>(
    _ id: WindowID, text source: borrowing Source
  ) throws(Refusal) {
    var isUntouched = true
    for tab in try window(id).tabs where !browser.isUntouched(tab, text: source) {
      isUntouched = false
    }
    try closeWindow(id, isUnlisted: isUntouched)
  }

  /// Closes a window and focuses the window that most recently had the focus.
  func closeWindow(_ id: WindowID, isUnlisted: Bool = false) throws(Refusal) {
    _ = try window(id)
    var body = WindowClosed()
    body.window = id
    body.successor = successorWindow(of: [id])
    body.isUnlisted = isUnlisted
    append(.window(.closed(body)))
  }

  /// Focuses a window. Throws ``Refusal/Code/nothingToDo`` if the window already has the focus.
  func focus(_ id: WindowID) throws(Refusal) {
    _ = try window(id)
    guard browser.focusedWindow != id else {
      throw Refusal(.nothingToDo, "The window already has the focus.")
    }
    var body = WindowFocused()
    body.window = id
    append(.window(.focused(body)))
  }

  /// Names a window. Throws ``Refusal/Code/nothingToDo`` if the window already has this name.
  func rename<Source: TextSource & ~Copyable>(
    _ id: WindowID, _ name: String, text source: borrowing Source
  ) throws(Refusal) {
    let window = try window(id)
    guard !isSameText(browser.title(of: window, text: source), name) else {
      throw Refusal(
        .nothingToDo, name.isEmpty ? "The window has no name." : "The window already has that name."
      )
    }
    var body = WindowNamed()
    body.window = id
    body.title = try text(name)
    append(.window(.named(body)))
  }

  /// Records the position of a window on the screen and its show state. Throws
  /// ``Refusal/Code/nothingToDo`` if the window already has this position and show state.
  func place(
    _ id: WindowID, bounds: Window.Bounds, showState: Window.ShowState
  ) throws(Refusal) {
    let window = try window(id)
    guard window.bounds != bounds || window.showState != showState else {
      throw Refusal(.nothingToDo, "The window is already there.")
    }
    var body = WindowPlaced()
    body.window = id
    body.bounds = bounds
    body.showState = showState
    append(.window(.placed(body)))
  }
}
