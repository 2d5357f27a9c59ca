extension FirefoxCompanion {
  /// Lists of Back and Forward. An entry is called by the beginning of the key that Firefox gives it and keeps,
  /// also from one start to the next.
  static let histories = """
    // By what the history was known that was told last, by tab.
    const marks = new WeakMap();

    const entryNumber = key => parseInt(key.slice(1, 9) + key.slice(10, 14), 16);

    function currentEntry(browser) {
      const history = browser.browsingContext?.sessionHistory;
      return history?.index >= 0 ? history.getEntryAtIndex(history.index) : null;
    }

    // A page without a title has its address for one.
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

    // A tab that nobody has looked at since Firefox began is not loaded, nor is its history.
    function savedHistory(tab) {
      const {entries, index} = JSON.parse(SessionStore.getTabState(tab));
      return {
        entries: entries.map(entry => shownEntry(
          entry.navigationId ? entryNumber(entry.navigationId) : entry.ID, entry.docIdentifier,
          entry.url, entry.title)),
        currentIndex: Math.min(index ?? entries.length, entries.length) - 1,
      };
    }

    // Nothing has arrived yet, or what did is no entry.
    function emptyHistory(tab) {
      const url = tabURL(tab);
      return {
        entries: [shownEntry(0, 0, url == "about:blank" ? "" : url, "")], currentIndex: 0,
      };
    }

    // A tab whose page is just going may have none to be asked for: a later change tells again.
    function changedHistory(tab) {
      try {
        return newHistory(tab);
      } catch {
        marks.delete(tabKey(tab));
        return [];
      }
    }

    // A list with the history, if it may be another one than was told last.
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
}
