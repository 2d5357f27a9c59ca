import { browser, isFirefox, quietly } from "./browser.js";

/** The name of the value that Firefox stores with a tab or a window, even across restarts. */
const valueName = "retrace";

/**
 * The maximum length of an address that is recorded in full. Longer addresses usually contain an
 * image.
 */
const longestAddress = 2_048;

/**
 * Removes credentials from an address, and the contents of a long `data:` address.
 *
 * @param {string | undefined} url
 */
export function recordedAddress(url) {
  if (!url) return "";
  if (url.startsWith("data:")) return url.slice(0, longestAddress);
  const end = url.indexOf("@");
  if (end < 0 || !/^[a-z-]+:\/\/[^/?#]*@/i.test(url)) return url;
  const parsed = new URL(url);
  parsed.username = "";
  parsed.password = "";
  return parsed.href;
}

/**
 * The windows, tabs and groups of the browser, and the ids that the host assigned to them.
 *
 * In Firefox, the ids are stored with the tabs and windows. In other browsers, they last until the
 * browser ends.
 */
export class Strip {
  #openers = new Map();
  #ids = new Map();

  /**
   * Notes that a page opened a tab. A tab whose `openerTabId` is merely a neighbour does not count.
   */
  noteOpener(tab, opener) { this.#openers.set(tab, opener); }

  /** Follows a tab whose id has changed. In Chromium, the id changes when a tab is discarded. */
  replace(tab, former) {
    for (const table of [this.#openers, this.#ids]) {
      if (table.has(former)) table.set(tab, table.get(former));
      table.delete(former);
    }
    this.#store();
  }

  forget(tab) {
    this.#openers.delete(tab);
    if (this.#ids.delete(tab)) this.#store();
  }

  /** Stores the ids that the host assigned to tabs. */
  async assign(ids) {
    for (const [tab, id] of ids) {
      this.#ids.set(tab, id);
      if (isFirefox) await quietly(browser.sessions.setTabValue(tab, valueName, id));
    }
    await this.#store();
  }

  /** Stores the id of a tab again, because Firefox loses it if the tab moves to another window. */
  async keepID(tab) {
    const id = this.#ids.get(tab);
    if (isFirefox && id !== undefined) await quietly(browser.sessions.setTabValue(tab, valueName, id));
  }

  #store() {
    return quietly(browser.storage.session.set({ ids: [...this.#ids] }));
  }

  /**
   * Reads the stored ids of tabs. A duplicated tab has the id of its original, so only the first
   * tab counts.
   */
  async readIDs(tabs) {
    const { ids = [] } = await browser.storage.session.get("ids");
    this.#ids = new Map([...ids, ...this.#ids].filter(([tab]) => tabs.some(open => open.id === tab)));
    if (!isFirefox) return;
    const taken = new Set(this.#ids.values());
    for (const { id } of tabs) {
      if (this.#ids.has(id)) continue;
      const value = await quietly(browser.sessions.getTabValue(id, valueName));
      if (!value || taken.has(value)) continue;
      taken.add(value);
      this.#ids.set(id, value);
    }
  }

  /** Returns the data that is recorded about a tab. */
  describe(tab) {
    return {
      id: tab.id,
      windowId: tab.windowId,
      index: tab.index,
      url: recordedAddress(tab.url),
      pendingUrl: tab.pendingUrl ? recordedAddress(tab.pendingUrl) : undefined,
      title: tab.title ?? "",
      status: tab.status,
      active: tab.active,
      pinned: tab.pinned,
      mutedInfo: tab.mutedInfo?.muted ? { muted: true } : undefined,
      groupId: tab.groupId >= 0 ? tab.groupId : undefined,
      container: isFirefox && tab.cookieStoreId !== "firefox-default" ? tab.cookieStoreId : undefined,
      openerTabId: this.#openers.get(tab.id),
      discarded: tab.discarded || tab.status === "unloaded" || undefined,
      retrace: this.#ids.get(tab.id),
    };
  }

  /** Returns all windows with their tabs, and all groups. */
  async read() {
    const [windows, groups] = await Promise.all([
      browser.windows.getAll({ populate: true, windowTypes: ["normal"] }),
      browser.tabGroups ? browser.tabGroups.query({}) : [],
    ]);
    return {
      windows: windows.filter(window => !window.incognito).map(window => ({
        id: window.id,
        focused: window.focused,
        state: window.state,
        left: window.left, top: window.top, width: window.width, height: window.height,
        tabs: window.tabs.map(tab => this.describe(tab)),
      })),
      groups: groups.map(({ id, title, color, collapsed }) => ({ id, title, color, collapsed })),
    };
  }
}
