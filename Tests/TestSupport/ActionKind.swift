public import BrowserModel

/// The kinds of actions. A new action does not compile until it has a kind, and the tests of all
/// kinds then require the kind to occur.
public enum ActionKind: CaseIterable, Sendable {
  case open, closeTabs, reopen, restoreTab, select, move, moveToNewWindow, moveTabs
  case moveTabsToNewWindow, moveBy, pin, mute, duplicate, discard, take, send
  case openWindow, closeWindow, focusWindow, nameWindow, placeWindow
  case group, ungroup, changeGroup, moveGroup, moveGroupToNewWindow, collapse
  case go, follow, startLoad, commitLoad, travel, startTravel, step, reload, stop, failLoad
  case finishLoad
  case reportTitle, reportScroll, reportPicture, reportActivation
  case zoom, zoomSite, zoomTemporarily, zoomDefault
  case addBookmark, editBookmark, moveBookmark, removeBookmark
  case restore, set, setValue, openSession, endSession

  public init(_ action: Action) {
    self =
      switch action {
      case .open: .open
      case .closeTabs: .closeTabs
      case .reopen: .reopen
      case .restoreTab: .restoreTab
      case .select: .select
      case .move: .move
      case .moveToNewWindow: .moveToNewWindow
      case .moveTabs: .moveTabs
      case .moveTabsToNewWindow: .moveTabsToNewWindow
      case .moveBy: .moveBy
      case .pin: .pin
      case .mute: .mute
      case .duplicate: .duplicate
      case .discard: .discard
      case .take: .take
      case .send: .send
      case .openWindow: .openWindow
      case .closeWindow: .closeWindow
      case .focusWindow: .focusWindow
      case .nameWindow: .nameWindow
      case .placeWindow: .placeWindow
      case .group: .group
      case .ungroup: .ungroup
      case .changeGroup: .changeGroup
      case .moveGroup: .moveGroup
      case .moveGroupToNewWindow: .moveGroupToNewWindow
      case .collapse: .collapse
      case .go: .go
      case .follow: .follow
      case .startLoad: .startLoad
      case .commitLoad: .commitLoad
      case .travel: .travel
      case .startTravel: .startTravel
      case .step: .step
      case .reload: .reload
      case .stop: .stop
      case .failLoad: .failLoad
      case .finishLoad: .finishLoad
      case .reportTitle: .reportTitle
      case .reportScroll: .reportScroll
      case .reportPicture: .reportPicture
      case .reportActivation: .reportActivation
      case .zoom: .zoom
      case .zoomSite: .zoomSite
      case .zoomTemporarily: .zoomTemporarily
      case .zoomDefault: .zoomDefault
      case .addBookmark: .addBookmark
      case .editBookmark: .editBookmark
      case .moveBookmark: .moveBookmark
      case .removeBookmark: .removeBookmark
      case .restore: .restore
      case .set: .set
      case .setValue: .setValue
      case .openSession: .openSession
      case .endSession: .endSession
      }
  }
}
