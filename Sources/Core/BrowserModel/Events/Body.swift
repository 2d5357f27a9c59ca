/// The facts of an event, by family. Names are in the past tense. The fold has a function for each
/// family.
public enum Body: Equatable, Sendable, BitwiseCopyable {
  /// A window opened, closed or changed.
  case window(WindowEvent)
  /// A tab opened, closed, moved or changed.
  case tab(TabEvent)
  /// A tab group was created or changed.
  case group(GroupEvent)
  /// A tab navigated, or loads a page.
  case navigation(NavigationEvent)
  /// A page or an engine reported something about an entry.
  case page(PageEvent)
  /// A zoom level changed.
  case zoom(ZoomEvent)
  /// A bookmark was added, changed or removed.
  case bookmark(BookmarkEvent)
  /// A setting changed.
  case setting(SettingChanged)
  /// A custom value was set or removed.
  case value(ValueEvent)
  /// A front end started or ended (C1).
  case session(SessionEvent)
  /// The log itself changed, for example by an undo, a mark, a branch or a forget request.
  case time(TimeEvent)
  /// A device joined the other devices, or its events were accepted.
  case device(DeviceEvent)
  /// An event that a newer version wrote, with its stored kind. The event is stored and listed, but
  /// changes no state.
  case unknown(kind: UInt32)

  /// Whether undo reverts the event. Undo does not revert selections, loads, reports of pages, runs
  /// of front ends, or events about time.
  public var isUndoable: Bool {
    switch self {
    case .page(.visited): true
    case .device(.sent), .device(.sentEntry): true
    case .window(.focused), .tab(.selected), .page, .session, .time, .device, .unknown:
      false
    case .navigation(let event):
      switch event {
      case .committed, .traveled: true
      case .started, .travelStarted, .reloaded, .stopped, .failed, .loaded: false
      }
    case .window, .tab, .group, .zoom, .bookmark, .setting, .value: true
    }
  }
}

extension Body {
  /// Whether ``Library/apply(_:)`` folds the event.
  package var isAboutLibrary: Bool {
    switch self {
    case .bookmark: true
    case .setting(let body): body.name.isOfLibrary
    case .value(let event): event.owner == .profile
    default: false
    }
  }
}
