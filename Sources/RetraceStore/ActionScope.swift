internal import BrowserModel

extension Action {
  /// Whether the action refers to a private window or tab (T7). The events of such an action stay
  /// in memory.
  var isPrivate: Bool {
    switch self {
    case .open(let action): action.isPrivate
    case .closeTabs(let tabs), .group(let tabs, _, _, _), .ungroup(let tabs),
      .moveTabs(let tabs, _, _), .moveTabsToNewWindow(let tabs):
      tabs.contains { $0.isPrivate }
    case .reopen(let id): id?.isPrivate ?? false
    case .restoreTab(let closed): closed.tab.id.isPrivate
    case .go(let tab, _, _): tab?.isPrivate ?? false
    case .select(let id, _), .move(let id, _, _), .moveToNewWindow(let id), .moveBy(let id, _),
      .pin(let id, _),
      .mute(let id, _), .duplicate(let id, _), .discard(let id), .send(let id, _),
      .follow(let id, _, _),
      .startLoad(let id, _), .commitLoad(let id, _),
      .travel(let id, _, _), .startTravel(let id, _), .step(let id, _, _), .reload(let id, _),
      .stop(let id), .failLoad(let id, _), .finishLoad(let id), .reportTitle(let id, _, _),
      .reportScroll(let id, _, _, _), .reportPicture(let id, _, _), .reportActivation(let id, _),
      .zoom(let id, _), .zoomTemporarily(let id, _):
      id.isPrivate
    case .closeWindow(let id), .focusWindow(let id), .placeWindow(let id, _, _),
      .nameWindow(let id, _):
      id.isPrivate
    case .changeGroup(let id, _, _), .collapse(let id, _), .moveGroup(let id, _, _),
      .moveGroupToNewWindow(let id):
      id.isPrivate
    case .setValue(let owner, _, _): owner.event.isPrivate
    case .take, .openWindow, .zoomSite, .zoomDefault, .addBookmark, .editBookmark, .moveBookmark,
      .removeBookmark, .restore, .set, .openSession, .endSession:
      false
    }
  }

  /// Whether the action stores something deliberately, such as a bookmark, or is about another
  /// device. The events of such an action are durable even if the request comes from a private
  /// window (T7).
  var isKept: Bool {
    switch self {
    case .addBookmark, .editBookmark, .moveBookmark, .removeBookmark, .set, .take,
      .setValue(.profile, _, _):
      true
    default: false
    }
  }
}

extension OpenTab {
  /// Whether the window, the source tab or the opener is private.
  fileprivate var isPrivate: Bool {
    if let window { return window.isPrivate }
    switch place {
    case .foregroundLink(let from), .backgroundLink(let from): return from.isPrivate
    case .end, .index: return opener?.isPrivate ?? false
    }
  }
}

extension Action {
  /// Whether deciding the action depends on the library, so that the library must be read first.
  var isAboutLibrary: Bool {
    switch self {
    case .addBookmark, .editBookmark, .moveBookmark, .removeBookmark: true
    case .set(let name, _): name.isOfLibrary
    case .setValue(let owner, _, _): owner == .profile
    case .restore(let action): action.parts.contains { $0.isAboutLibrary }
    default: false
    }
  }
}

extension Restoration.Part {
  /// Whether at least some of the part's data is in the library.
  var isAboutLibrary: Bool {
    switch self {
    case .bookmarks, .settings, .values: true
    case .windows, .missingTabs, .window, .tab, .zoom: false
    }
  }
}
