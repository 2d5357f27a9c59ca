/// A script in a Firefox process that is being recorded. The script reports changes and answers
/// queries.
///
/// The script is injected through Marionette. It first takes over the connection and stops
/// Marionette. From then on, no other program can connect, and pages cannot detect that the browser
/// is automated.
enum FirefoxCompanion {
  /// The script that Marionette runs. Its arguments are the companion and the settings that were
  /// only needed for the start.
  static let start = """
    const [script, settings] = arguments;
    const {Marionette} =
      ChromeUtils.importESModule("chrome://remote/content/components/Marionette.sys.mjs");
    const [connection] = Marionette.server.conns;
    const companion = new Cu.Sandbox(Services.scriptSecurityManager.getSystemPrincipal(), {
      sandboxName: "Retrace", wantGlobalProperties: ["ChromeUtils"],
    });
    companion.connection = connection.conn;
    Cu.evalInSandbox(script, companion, null, "resource://retrace/companion.js", 1);
    connection.driver.deleteSession();
    Marionette.uninit();
    for (const name of settings) Services.prefs.clearUserPref(name);
    """

  /// The companion script. The functions for queries are `look()`, `picture(tab)`,
  /// `focusWindow(id)` and `close()`.
  static let script = [modules, line, strip, histories, looking, happenings].joined(separator: "\n")

  private static let modules = """
    const load = path => ChromeUtils.importESModule(path);
    const {PrivateBrowsingUtils} = load("resource://gre/modules/PrivateBrowsingUtils.sys.mjs");
    const {SessionStore} = load("resource:///modules/sessionstore/SessionStore.sys.mjs");
    const {WebNavigation} = load("resource://gre/modules/WebNavigation.sys.mjs");
    """

  /// The part of the script that handles the connection. If the connection is lost, Firefox closes.
  private static let line = """
    // No report is needed before the first query.
    let isTold = true;
    let isEnding = false;

    function tell() {
      if (isTold || isEnding) return;
      isTold = true;
      connection.send({method: "changed"});
    }

    function close() { Services.startup.quit(Ci.nsIAppStartup.eForceQuit); }

    connection.hooks = {
      onClosed: close,
      async onPacket({id, params}) {
        try {
          const result = await Cu.evalInSandbox(
            params.expression, globalThis, null, "resource://retrace/question.js", 1);
          connection.send({id, result: result ?? null});
        } catch (problem) {
          connection.send({id, error: {message: String(problem)}});
        }
      },
    };
    """

  private static let looking = """
    function taken(set) {
      const all = [...set];
      set.clear();
      return all;
    }

    function look() {
      isTold = false;
      if (isEnding) return null;
      const all = windows();
      const focused = Services.wm.getMostRecentBrowserWindow();
      return {
        windows: all.map(window => ({...shownWindow(window), focused: window == focused})),
        groups: all.flatMap(window => window.gBrowser.tabGroups.map(shownGroup)),
        histories: all.flatMap(tabs).flatMap(changedHistory),
        reloaded: taken(reloaded), failed: taken(failed),
      };
    }

    function focusWindow(id) {
      windows().find(window => window.browsingContext.id == id)?.focus();
      return true;
    }

    async function picture(number) {
      const tab = windows().flatMap(tabs).find(tab => tabNumber(tab) == number);
      const image = await tab.linkedBrowser.browsingContext.currentWindowGlobal
        .drawSnapshot(null, 1, "white");
      const canvas = tab.ownerDocument.createElementNS("http://www.w3.org/1999/xhtml", "canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d").drawImage(image, 0, 0);
      image.close();
      return {data: canvas.toDataURL("image/jpeg", 0.5).split(",")[1]};
    }
    """
}

extension FirefoxCompanion {
  /// The part of the script that handles Firefox's notifications. Each notification triggers a new
  /// query. Some notifications contain details.
  static let happenings = """
    // The tabs in which a page was reloaded, or failed to load, since the last query.
    const reloaded = new Set();
    const failed = new Set();
    // For entries that were not reached by a link, how they were reached, by tab and entry. Then
    // the same for the next entry of a tab.
    const transitions = new WeakMap();
    const nextTransitions = new WeakMap();

    const events = [
      "SSTabRestored", "TabAttrModified", "TabClose", "TabGroupCollapse", "TabGroupCreate",
      "TabGroupExpand", "TabGroupMoved", "TabGroupRemoved", "TabGroupUpdate", "TabGrouped",
      "TabMove", "TabOpen", "TabPinned", "TabSelect", "TabUngrouped", "TabUnpinned", "activate",
      "pagetitlechanged", "resize", "sizemodechange", "unload",
    ];

    const progressListener = {
      onLocationChange(browser, progress, request, location, flags) {
        if (progress.isTopLevel) noteArrival(browser, flags);
        tell();
      },
      onStateChange: tell,
    };

    function noteArrival(browser, flags) {
      const {LOCATION_CHANGE_RELOAD, LOCATION_CHANGE_ERROR_PAGE} = Ci.nsIWebProgressListener;
      const key = browser.permanentKey;
      const entry = currentEntry(browser);
      if (!entry) return;
      if (flags & LOCATION_CHANGE_RELOAD) reloaded.add(number(key));
      // An address that cannot be reached does not become an entry, unless it is the address of an
      // entry.
      if (flags & LOCATION_CHANGE_ERROR_PAGE && entry.URI.equals(browser.currentURI)) {
        failed.add(number(key));
      }
      if (!nextTransitions.has(key)) return;
      if (!transitions.has(key)) transitions.set(key, new Map());
      const id = entryNumber(entry.navigationId.toString());
      transitions.get(key).set(id, nextTransitions.get(key));
      nextTransitions.delete(key);
    }

    function noteTransition({browser, frameId, frameTransitionData, tabTransitionData}) {
      if (frameId != 0) return;
      const kinds = ["typed", "auto_bookmark", "generated", "keyword"];
      const kind = kinds.find(kind => tabTransitionData[kind])
        ?? (frameTransitionData.form_submit ? "form_submit" : null);
      if (kind) nextTransitions.set(browser.permanentKey, kind);
    }

    function follow(window) {
      for (const name of events) window.addEventListener(name, tell, true);
      window.gBrowser.addTabsProgressListener(progressListener);
      tell();
    }

    // A Firefox that restarted itself would not be recorded. If Firefox asks before it restarts, it
    // closes instead.
    function noteQuitRequest(isRefused, topic, kind) {
      if (kind != "restart") return;
      isRefused.QueryInterface(Ci.nsISupportsPRBool).data = true;
      Services.tm.dispatchToMainThread(close);
    }

    Services.obs.addObserver(follow, "browser-delayed-startup-finished");
    Services.obs.addObserver(noteQuitRequest, "quit-application-requested");
    Services.obs.addObserver(() => { isEnding = true; }, "quit-application-granted");
    WebNavigation.onCommitted.addListener(noteTransition);
    windows().forEach(follow);
    """

  /// The part of the script that reads the lists of Back and Forward. An entry is identified by the
  /// beginning of a key that Firefox assigns and retains across restarts.
  static let histories = """
    // The last reported version of each tab's history, by tab.
    const marks = new WeakMap();

    const entryNumber = key => parseInt(key.slice(1, 9) + key.slice(10, 14), 16);

    function currentEntry(browser) {
      const history = browser.browsingContext?.sessionHistory;
      return history?.index >= 0 ? history.getEntryAtIndex(history.index) : null;
    }

    // For a page without a title, Firefox reports its address as the title.
    const shownEntry = (id, documentId, url, title, transitionType) => ({
      id, documentId, url, title: title == url ? "" : title, transitionType,
    });

    function liveHistory(tab) {
      const history = tab.linkedBrowser.browsingContext.sessionHistory;
      const known = transitions.get(tabKey(tab));
      const entries = [];
      for (let place = 0; place < history.count; place++) {
        const entry = history.getEntryAtIndex(place);
        const id = entryNumber(entry.navigationId.toString());
        entries.push(
          shownEntry(id, entry.bfcacheID, entry.URI.displaySpec, entry.title, known?.get(id)));
      }
      return {entries, currentIndex: history.index};
    }

    // A tab that was not shown since Firefox started is not loaded, and neither is its history.
    function savedHistory(tab) {
      const {entries, index} = JSON.parse(SessionStore.getTabState(tab));
      return {
        entries: entries.map(entry => shownEntry(
          entry.navigationId ? entryNumber(entry.navigationId) : entry.ID, entry.docIdentifier,
          entry.url, entry.title)),
        currentIndex: Math.min(index ?? entries.length, entries.length) - 1,
      };
    }

    // No page has been loaded yet, or the loaded page is not an entry.
    function emptyHistory(tab) {
      const url = tabURL(tab);
      return {
        entries: [shownEntry(0, 0, url == "about:blank" ? "" : url, "")], currentIndex: 0,
      };
    }

    // A tab whose page is being replaced may have no history. A later change reports the tab again.
    function changedHistory(tab) {
      try {
        return newHistory(tab);
      } catch {
        marks.delete(tabKey(tab));
        return [];
      }
    }

    // Returns a list that contains the history if it may differ from the last report.
    function newHistory(tab) {
      const isSaved = SessionStore.getInternalObjectState(tab.linkedBrowser) != null;
      const entry = isSaved ? null : currentEntry(tab.linkedBrowser);
      const mark = isSaved ? "saved" : entry ? liveMark(tab, entry) : `empty ${tabURL(tab)}`;
      if (marks.get(tabKey(tab)) == mark) return [];
      marks.set(tabKey(tab), mark);
      let history = isSaved ? savedHistory(tab) : entry ? liveHistory(tab) : emptyHistory(tab);
      if (!history.entries.length) history = emptyHistory(tab);
      return [{tab: tabNumber(tab), ...history}];
    }

    function liveMark(tab, entry) {
      const {index, count} = tab.linkedBrowser.browsingContext.sessionHistory;
      return [index, count, entry.navigationId, entry.URI.displaySpec, entry.title].join(" ");
    }
    """

  /// The part of the script that reads windows, tabs and groups, with the names used by
  /// WebExtensions.
  static let strip = """
    const numbers = new WeakMap();
    let lastNumber = 0;

    function number(thing) {
      if (!numbers.has(thing)) numbers.set(thing, ++lastNumber);
      return numbers.get(thing);
    }

    // A tab that moves to another window becomes a different object, but keeps this key.
    const tabKey = tab => tab.linkedBrowser.permanentKey;
    const tabNumber = tab => number(tabKey(tab));
    const tabURL = tab => tab.linkedBrowser.currentURI?.spec ?? "";

    const isWanted = window => window.gBrowserInit?.delayedStartupFinished && !window.closed
      && window.toolbar.visible && !PrivateBrowsingUtils.isWindowPrivate(window);

    const windows = () => [...Services.wm.getEnumerator("navigator:browser")].filter(isWanted);

    // The list of tabs from other devices is shown in a hidden tab, which is excluded.
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
