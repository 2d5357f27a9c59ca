/// What happened, by family. Names are past tense; `apply` has one function a family.
public enum Body: Equatable, Sendable, BitwiseCopyable {
  case window(WindowEvent)
  case tab(TabEvent)
  case group(GroupEvent)
  case navigation(NavigationEvent)
  case page(PageEvent)
  case zoom(ZoomEvent)
  case bookmark(BookmarkEvent)
  case setting(SettingChanged)
  case session(SessionEvent)
  case time(TimeEvent)
  /// Written by a newer version: kept, shown, and not folded. The number is the stored kind.
  case unknown(kind: UInt32)

  /// Whether undo can take it back: selections, loads, reports and moves in time are not things to take back.
  public var isUndoable: Bool {
    switch self {
    case .page(.visited): true
    case .window(.focused), .tab(.selected), .page, .session, .time, .unknown:
      false
    case .navigation(let event):
      switch event {
      case .committed, .traveled: true
      case .started, .travelStarted, .reloaded, .stopped, .failed, .loaded: false
      }
    case .window, .tab, .group, .zoom, .bookmark, .setting: true
    }
  }
}
