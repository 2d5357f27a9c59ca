/// What happened to a window.
public enum WindowEvent: Equatable, Sendable, BitwiseCopyable {
  /// A window was opened; the event is its id. It is in the state once a tab enters it.
  case opened(WindowOpened)
  /// A window was closed with its tabs.
  case closed(WindowClosed)
  /// A closed window came back with its tabs (T4).
  case reopened(WindowReopened)
  /// A window got the focus.
  case focused(WindowFocused)
  /// A window was moved, resized, minimised or the like.
  case placed(WindowPlaced)
  /// A window was made what it was at an earlier moment, except for its tabs.
  case restored(WindowRestored)
  /// A window got a name, or lost it.
  case named(WindowNamed)
}

/// A window was opened. Its first tab follows.
public struct WindowOpened: Equatable, Sendable, BitwiseCopyable {
  /// Where it stands on the screen.
  public var bounds: Window.Bounds = .unknown
  /// How it is shown.
  public var showState: Window.ShowState = .normal
  public init() {}
}

/// A window was closed with its tabs.
public struct WindowClosed: Equatable, Sendable, BitwiseCopyable {
  /// The window that was closed.
  public var window: WindowID = .nothing
  /// The window that gets the focus, or ``EventID/nothing`` if it was the last. Should it
  /// be gone, the newest window gets the focus.
  public var successor: WindowID = .nothing
  /// Whether it is left out of the closed items because it showed nothing but start pages
  /// (T4).
  public var isUnlisted = false
  /// Whether its place among the closed items follows from its own time, as in
  /// ``TabClosed/isByTime``.
  public var isByTime = false
  public init() {}
}

/// A closed window came back with its tabs. Nothing happens if it is open already.
public struct WindowReopened: Equatable, Sendable, BitwiseCopyable {
  /// The closed item (``ClosedItem/id``).
  public var item: ClosedItemID = .nothing
  public init() {}
}

/// A window got the focus.
public struct WindowFocused: Equatable, Sendable, BitwiseCopyable {
  /// The window that got the focus.
  public var window: WindowID = .nothing
  public init() {}
}

/// A window was moved, resized, minimised or the like.
public struct WindowPlaced: Equatable, Sendable, BitwiseCopyable {
  /// The window that was placed.
  public var window: WindowID = .nothing
  /// Where it stands afterwards.
  public var bounds: Window.Bounds = .unknown
  /// How it is shown afterwards.
  public var showState: Window.ShowState = .normal
  public init() {}
}

/// A window was made what it was at an earlier moment. One that was closed is in the state
/// again once a tab enters it.
public struct WindowRestored: Equatable, Sendable, BitwiseCopyable {
  /// The window that was restored.
  public var window: WindowID = .nothing
  /// Its index among the windows, from 0, if it is open already; otherwise it comes last.
  public var index: Int32 = 0
  /// Where it stands on the screen.
  public var bounds: Window.Bounds = .unknown
  /// How it is shown.
  public var showState: Window.ShowState = .normal
  /// Whether it gets the focus, if it is open already.
  public var isFocused = false
  /// The event that had set its name, or ``EventID/nothing``.
  public var title: EventID = .nothing
  public init() {}
}

/// A window got a name, or lost it.
public struct WindowNamed: Equatable, Sendable, BitwiseCopyable {
  /// The window that was named.
  public var window: WindowID = .nothing
  /// The name; an empty one removes the name.
  public var title: Text = .absent
  public init() {}
}
