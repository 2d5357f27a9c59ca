extension FirefoxCompanion {
  /// What Firefox tells of what happens in it: each says that it is worth a look, some what it was.
  static let happenings = """
    // Tabs in which these happened since the last look.
    const reloaded = new Set();
    const failed = new Set();
    // How the entries came that no link led to, by tab and entry; and how the next one comes.
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
      // An address that cannot be reached becomes no entry. It may be that of one.
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

    // A Firefox that started itself anew would not be recorded: where it asks before, it closes instead.
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
}
