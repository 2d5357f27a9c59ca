extension FirefoxCompanion {
  /// Windows, tabs and groups, in the words of the WebExtensions.
  static let strip = """
    const numbers = new WeakMap();
    let lastNumber = 0;

    function number(thing) {
      if (!numbers.has(thing)) numbers.set(thing, ++lastNumber);
      return numbers.get(thing);
    }

    // A tab that goes to another window is another one there; this it keeps.
    const tabKey = tab => tab.linkedBrowser.permanentKey;
    const tabNumber = tab => number(tabKey(tab));
    const tabURL = tab => tab.linkedBrowser.currentURI?.spec ?? "";

    const isWanted = window => window.gBrowserInit?.delayedStartupFinished && !window.closed
      && window.toolbar.visible && !PrivateBrowsingUtils.isWindowPrivate(window);

    const windows = () => [...Services.wm.getEnumerator("navigator:browser")].filter(isWanted);

    // What lists the tabs of other devices is one itself, and hidden.
    const tabs = window =>
      window.gBrowser.tabs.filter(tab => !tab.closing && tab != window.FirefoxViewHandler?.tab);

    const windowStates = {1: "maximized", 2: "minimized", 4: "fullscreen"};

    const shownWindow = window => ({
      id: window.browsingContext.id,
      left: window.screenX, top: window.screenY,
      width: window.outerWidth, height: window.outerHeight,
      state: windowStates[window.windowState] ?? "normal",
      tabs: tabs(window).map(shownTab),
    });

    const shownTab = tab => ({
      id: tabNumber(tab),
      openerTabId: tab.openerTab?.linkedBrowser ? tabNumber(tab.openerTab) : null,
      groupId: tab.group ? number(tab.group) : -1,
      active: tab.selected, pinned: tab.pinned,
      mutedInfo: {muted: tab.hasAttribute("muted")},
      status: tab.hasAttribute("busy") ? "loading" : "complete",
      url: tabURL(tab),
    });

    const shownGroup = group => ({
      id: number(group), title: group.label, color: group.color, collapsed: group.collapsed,
    });
    """
}
