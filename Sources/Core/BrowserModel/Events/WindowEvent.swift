/// Facts about windows.
public enum WindowEvent: Equatable, Sendable, BitwiseCopyable {
  /// A window came to be; it is there as soon as a tab enters it.
  case opened(WindowOpened)
  case closed(WindowClosed)
  /// A closed window came back with its tabs.
  case reopened(WindowReopened)
  case focused(WindowFocused)
  case placed(WindowPlaced)
  /// A window is what it was at an earlier moment, but for its tabs.
  case restored(WindowRestored)
}

public struct WindowOpened: Equatable, Sendable, BitwiseCopyable {
  public var bounds: Window.Bounds = .unknown
  public var showState: Window.ShowState = .normal
  public init() {}
}

public struct WindowClosed: Equatable, Sendable, BitwiseCopyable {
  public var window: EventID = .nothing
  /// The window that gets the focus, or nothing.
  public var successor: EventID = .nothing
  /// It is not listed among what was closed: nothing was in it (T4).
  public var isUnlisted = false
  public init() {}
}

public struct WindowReopened: Equatable, Sendable, BitwiseCopyable {
  /// The closed item, which is also what ``ClosedItem/id`` says.
  public var item: EventID = .nothing
  public init() {}
}

public struct WindowFocused: Equatable, Sendable, BitwiseCopyable {
  public var window: EventID = .nothing
  public init() {}
}

/// A window was moved, resized or minimised.
public struct WindowPlaced: Equatable, Sendable, BitwiseCopyable {
  public var window: EventID = .nothing
  public var bounds: Window.Bounds = .unknown
  public var showState: Window.ShowState = .normal
  public init() {}
}

/// A window that is gone comes to be again, and is there as soon as a tab enters it; one that is there
/// gets its place back.
public struct WindowRestored: Equatable, Sendable, BitwiseCopyable {
  public var window: EventID = .nothing
  /// Its position among the windows, where it is there already.
  public var index: Int32 = 0
  public var bounds: Window.Bounds = .unknown
  public var showState: Window.ShowState = .normal
  /// Whether it gets the focus, where it is there already.
  public var isFocused = false
  public init() {}
}
