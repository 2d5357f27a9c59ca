extension Decider {
  /// A new window has a start-page tab (H1).
  mutating func openWindow(bounds: Window.Bounds, showState: Window.ShowState) {
    var body = WindowOpened()
    body.bounds = bounds
    body.showState = showState
    let window = upcoming
    append(.window(.opened(body)))
    var tab = TabOpened()
    tab.window = window
    tab.isSelected = true
    tab.transition = .startPage
    append(.tab(.opened(tab)))
  }

  mutating func closeWindow(_ id: Sequence) throws(Refusal) {
    _ = try window(id)
    var body = WindowClosed()
    body.window = id
    body.successor = successorWindow(of: [id])
    append(.window(.closed(body)))
  }

  mutating func focus(_ id: Sequence) throws(Refusal) {
    _ = try window(id)
    guard browser.focusedWindow != id else {
      throw Refusal(.nothingToDo, "The window has the focus already.")
    }
    var body = WindowFocused()
    body.window = id
    append(.window(.focused(body)))
  }

  mutating func place(
    _ id: Sequence, bounds: Window.Bounds, showState: Window.ShowState
  ) throws(Refusal) {
    _ = try window(id)
    var body = WindowPlaced()
    body.window = id
    body.bounds = bounds
    body.showState = showState
    append(.window(.placed(body)))
  }
}
