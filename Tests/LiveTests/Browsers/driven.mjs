// The browsers with everything that a random session does in them, and what they show, told by
// themselves: Chromium by its debugging protocol and another extension, Firefox by its own code.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { Chromium, Firefox, until } from "./browsers.mjs";

/** An extension with access to the strip, to the targets of tabs, and to bookmarks. */
const companion = {
  "manifest.json": JSON.stringify({
    manifest_version: 3, name: "Driver", version: "1", permissions: ["tabs", "tabGroups", "debugger", "bookmarks"],
    background: { service_worker: "worker.js" },
  }),
  "worker.js": "// Keeps the worker alive.\nsetInterval(() => chrome.runtime.getPlatformInfo(), 10_000);\n",
};

export class DrivenChromium extends Chromium {
  get moreExtensions() {
    const folder = path.join(this.folder, "driver");
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(companion)) fs.writeFileSync(path.join(folder, name), text);
    return [folder];
  }

  async open(environment) {
    await super.open(environment);
    this.worker = undefined;
    await until(async () => (await this.drive("1").catch(() => 0)) === 1, "the driver");
  }

  /** The session of the background of an extension. */
  async #background(isWanted) {
    const { targetInfos } = await this.remote.call("Target.getTargets");
    for (const { targetId, type } of targetInfos) {
      if (type !== "service_worker") continue;
      const { sessionId } = await this.remote.call("Target.attachToTarget", { targetId, flatten: true });
      const { result } = await this.remote.call(
        "Runtime.evaluate", { expression: "chrome.runtime.getManifest().name" }, sessionId);
      if (isWanted(result.value)) return sessionId;
    }
    throw new Error("The extension has not started.");
  }

  extensionSession() { return this.#background(name => name !== "Driver"); }

  /** Evaluates an expression in the other extension. */
  async drive(expression) {
    this.worker ??= await this.#background(name => name === "Driver");
    const { result, exceptionDetails } = await this.remote.call(
      "Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true }, this.worker);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
    return result.value;
  }

  async strip() {
    const { windows, groups, targets, zooms } = await this.drive(`Promise.all([
      chrome.windows.getAll({ populate: true }), chrome.tabGroups.query({}), chrome.debugger.getTargets(),
      chrome.tabs.query({}).then(tabs => Promise.all(tabs.map(async ({ id }) => [id, await chrome.tabs.getZoom(id)]))),
    ]).then(([windows, groups, targets, zooms]) => ({ windows, groups, targets, zooms }))`);
    const strip = [];
    for (const { id, tabs } of windows) {
      const shown = [];
      for (const tab of tabs) {
        const target = targets.find(({ tabId }) => tabId === tab.id)?.id;
        shown.push({
          id: tab.id, target, active: tab.active, pinned: tab.pinned,
          // A page that is not loaded has no zoom.
          zoom: tab.status === "complete" && !tab.discarded ? new Map(zooms).get(tab.id) : undefined,
          group: groups.find(group => group.id === tab.groupId)?.title,
          ...await this.history(target),
        });
      }
      strip.push({ id, tabs: shown });
    }
    return strip;
  }

  runIn(tab, expression) { return this.run(tab.target, expression); }
  openTab(window, url) { return this.drive(`chrome.tabs.create({ windowId: ${window.id}, url: "${url}" })`); }
  openWindow(url) { return this.drive(`chrome.windows.create({ url: "${url}" })`); }
  close(tab) { return this.drive(`chrome.tabs.remove(${tab.id})`); }
  closeWindow(window) { return this.drive(`chrome.windows.remove(${window.id})`); }
  select(tab) { return this.drive(`chrome.tabs.update(${tab.id}, { active: true })`); }
  pin(tab, isPinned) { return this.drive(`chrome.tabs.update(${tab.id}, { pinned: ${isPinned} })`); }
  move(tab, index) { return this.drive(`chrome.tabs.move(${tab.id}, { index: ${index} })`); }
  moveTo(tab, window) { return this.drive(`chrome.tabs.move(${tab.id}, { windowId: ${window.id}, index: -1 })`); }
  tearOff(tab) { return this.drive(`chrome.windows.create({ tabId: ${tab.id} })`); }
  ungroup(tab) { return this.drive(`chrome.tabs.ungroup(${tab.id})`); }
  group(tab, window, title) {
    return this.drive(`chrome.tabs.group({ tabIds: ${tab.id}, createProperties: { windowId: ${window.id} } })
      .then(id => chrome.tabGroups.update(id, { title: "${title}", color: "blue" }))`);
  }
  zoomTo(tab, factor) { return this.drive(`chrome.tabs.setZoom(${tab.id}, ${factor})`); }

  async bookmarkRoots() {
    const [root] = await this.drive("chrome.bookmarks.getTree()");
    return root.children;
  }

  addBookmark(folder, index, { type, ...node }) {
    if (type === "separator") return undefined;
    return this.drive(`chrome.bookmarks.create(${JSON.stringify({ parentId: folder.id, index, ...node })})`);
  }

  moveBookmark(node, folder, index) {
    return this.drive(`chrome.bookmarks.move("${node.id}", ${JSON.stringify({ parentId: folder.id, index })})`);
  }

  editBookmark(node, title) { return this.drive(`chrome.bookmarks.update("${node.id}", { title: "${title}" })`); }
  removeBookmark(node) { return this.drive(`chrome.bookmarks.removeTree("${node.id}")`); }
}

/** Firefox's remote control, which also runs scripts with all of Firefox's own rights. */
class Marionette {
  #calls = new Map();
  #next = 1;
  #bytes = Buffer.alloc(0);

  static async connect(port) {
    const marionette = new Marionette();
    marionette.socket = net.connect(port, "127.0.0.1");
    marionette.socket.on("data", bytes => marionette.#receive(bytes));
    marionette.socket.on("error", () => {});
    marionette.socket.on("close", () => {
      for (const { fail } of marionette.#calls.values()) fail(new Error("Firefox ended."));
    });
    await new Promise(done => { marionette.socket.once("connect", done); });
    await marionette.call("WebDriver:NewSession", { capabilities: { alwaysMatch: { pageLoadStrategy: "none" } } });
    return marionette;
  }

  #receive(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      const colon = this.#bytes.indexOf(":");
      const end = colon + 1 + Number(this.#bytes.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || this.#bytes.length < end) return;
      const message = JSON.parse(this.#bytes.subarray(colon + 1, end));
      this.#bytes = this.#bytes.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, number, error, result] = message;
      const call = this.#calls.get(number);
      this.#calls.delete(number);
      if (error) call?.fail(new Error(error.message));
      else call?.done(Array.isArray(result) ? result : result?.value);
    }
  }

  call(name, parameters = {}) {
    const number = this.#next++;
    const bytes = Buffer.from(JSON.stringify([0, number, name, parameters]));
    return new Promise((done, fail) => {
      this.#calls.set(number, { done, fail });
      this.socket.write(`${bytes.length}:`);
      this.socket.write(bytes);
    });
  }
}

/** Functions for scripts in Firefox's own code. */
const prelude = `
  const { NavigableManager } =
    ChromeUtils.importESModule("chrome://remote/content/shared/NavigableManager.sys.mjs");
  const { PlacesUtils } = ChromeUtils.importESModule("resource://gre/modules/PlacesUtils.sys.mjs");
  const { SessionStore } = ChromeUtils.importESModule("resource:///modules/sessionstore/SessionStore.sys.mjs");
  const windows = () => [...Services.wm.getEnumerator("navigator:browser")].filter(w => !w.closed);
  const windowOf = id => windows().find(window => window.docShell.outerWindowID === id);
  const name = tab => NavigableManager.getIdForBrowser(tab.linkedBrowser);
  const tabOf = id => windows().flatMap(window => window.gBrowser.tabs).find(tab => name(tab) === id);
  const options = { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() };
  const history = tab => {
    if (tab.hasAttribute("pending")) {
      const { entries, index } = JSON.parse(SessionStore.getTabState(tab));
      return { urls: entries.map(entry => entry.url), index: Math.min(index, entries.length) - 1 };
    }
    const list = tab.linkedBrowser.browsingContext.sessionHistory;
    const places = [...Array(list.count).keys()];
    return { urls: places.map(place => list.getEntryAtIndex(place).URI.spec), index: list.index };
  };
`;

export class DrivenFirefox extends Firefox {
  get moreOptions() { return ["--marionette", "--remote-allow-system-access"]; }
  get morePreferences() { return { "marionette.port": 0 }; }

  async connect() {
    const file = path.join(this.folder, "profile", "MarionetteActivePort");
    const port = await until(() => fs.existsSync(file) && Number(fs.readFileSync(file, "utf8")), "Firefox", 60_000);
    this.marionette = await Marionette.connect(port);
    this.context = "content";
  }

  async #run(context, script, parameters) {
    if (this.context !== context) await this.marionette.call("Marionette:SetContext", { value: context });
    this.context = context;
    return this.marionette.call("WebDriver:ExecuteScript", { script, args: [], ...parameters });
  }

  async drive(script) {
    try {
      return await this.#run("chrome", prelude + script, {});
    } catch (error) {
      if (!/window|browsing context/i.test(error.message)) throw error;
      // The window in which scripts ran has been closed.
      const [handle] = await this.marionette.call("WebDriver:GetWindowHandles");
      await this.marionette.call("WebDriver:SwitchToWindow", { handle, focus: false });
      return this.#run("chrome", prelude + script, {});
    }
  }

  async strip() {
    const strip = await this.drive(`
    // A tab in the background shows a changed zoom of its site only when it is selected.
    const service = Cc["@mozilla.org/content-pref/service;1"].getService(Ci.nsIContentPrefService2);
    const zoomOf = host => new Promise(done => {
      let zoom = 1;
      service.getByDomainAndName(host, "browser.content.full-zoom", null, {
        handleResult: ({ value }) => { zoom = value; }, handleCompletion: () => done(zoom), handleError: () => {},
      });
    });
    const strip = windows().map(window => ({
      id: window.docShell.outerWindowID,
      tabs: window.gBrowser.tabs.filter(tab => !tab.closing).map(tab => ({
        id: name(tab), active: tab.selected, pinned: tab.pinned, group: tab.group?.label, ...history(tab),
        host: tab.hasAttribute("pending") || tab.hasAttribute("busy") || !tab.linkedBrowser.currentURI.schemeIs("http")
          ? undefined : tab.linkedBrowser.currentURI.host,
      })),
    }));
    return Promise.all(strip.flatMap(({ tabs }) => tabs).map(async tab => {
      if (tab.host) tab.zoom = await zoomOf(tab.host);
    })).then(() => strip);`);
    for (const tab of strip.flatMap(window => window.tabs)) {
      tab.group ??= undefined;
      tab.zoom ??= undefined;
    }
    // A window stays for a moment after its last tab was closed.
    return strip.filter(({ tabs }) => tabs.length > 0);
  }

  /** Lets the browser write its session now, with all that pages have added to their lists. */
  saveSession() {
    return this.drive(`
      const { TabStateFlusher } =
        ChromeUtils.importESModule("resource:///modules/sessionstore/TabStateFlusher.sys.mjs");
      const { SessionSaver } = ChromeUtils.importESModule("resource:///modules/sessionstore/SessionSaver.sys.mjs");
      return Promise.all(windows().map(window => TabStateFlusher.flushWindow(window)))
        .then(() => SessionSaver.run()).then(() => null);`);
  }

  async runIn(tab, expression) {
    await this.#run("content", "", {}).catch(() => {});
    await this.marionette.call("WebDriver:SwitchToWindow", { handle: tab.id, focus: false });
    return this.#run("content", `return ${expression}`, { sandbox: null });
  }

  openTab({ id }, url) {
    return this.drive(`const { gBrowser } = windowOf(${id}); gBrowser.selectedTab = gBrowser.addTab("${url}", options);`);
  }

  openWindow(url) {
    return this.drive(`windows()[0].openTrustedLinkIn("${url}", "window");`);
  }

  #with(tab, script) {
    return this.drive(`const tab = tabOf("${tab.id}"); const { gBrowser } = tab.ownerDocument.defaultView; ${script}`);
  }

  close(tab) { return this.#with(tab, "gBrowser.removeTab(tab);"); }
  closeWindow({ id }) { return this.drive(`windowOf(${id}).close();`); }
  select(tab) { return this.#with(tab, "gBrowser.selectedTab = tab;"); }
  pin(tab, isPinned) { return this.#with(tab, isPinned ? "gBrowser.pinTab(tab);" : "gBrowser.unpinTab(tab);"); }
  move(tab, index) { return this.#with(tab, `gBrowser.moveTabTo(tab, { tabIndex: ${index} });`); }
  moveTo(tab, { id }) {
    return this.#with(tab, `const other = windowOf(${id}).gBrowser;
      other.adoptTab(tab, { tabIndex: other.tabs.length });`);
  }

  tearOff(tab) { return this.#with(tab, "gBrowser.replaceTabWithWindow(tab);"); }
  ungroup(tab) { return this.#with(tab, "gBrowser.ungroupTab(tab);"); }
  group(tab, window, title) {
    return this.#with(tab, `gBrowser.addTabGroup([tab], { label: "${title}", color: "blue" });`);
  }

  zoomTo(tab, factor) {
    return this.#with(tab, `tab.ownerDocument.defaultView.FullZoom.setZoom(${factor}, tab.linkedBrowser);`);
  }

  bookmarkRoots() {
    return this.drive(`
      const describe = ({ guid, title, uri, typeCode, children = [] }) => ({
        id: guid, title: title ?? "", url: uri, type: typeCode === 3 ? "separator" : undefined,
        children: typeCode === 2 ? children.map(describe) : undefined,
      });
      return Promise.all(["toolbar_____", "menu________", "unfiled_____", "mobile______"]
        .map(guid => PlacesUtils.promiseBookmarksTree(guid).then(describe)));`);
  }

  #bookmarks(name, details) {
    return this.drive(`return PlacesUtils.bookmarks.${name}(${JSON.stringify(details)}).then(() => null);`);
  }

  addBookmark(folder, index, { type, title, url }) {
    const code = type === "separator" ? 3 : url ? 1 : 2;
    const text = code === 3 ? {} : { title };
    return this.#bookmarks("insert", { parentGuid: folder.id, index, type: code, url, ...text });
  }

  moveBookmark(node, folder, index) {
    return this.#bookmarks("update", { guid: node.id, parentGuid: folder.id, index });
  }

  editBookmark(node, title) { return this.#bookmarks("update", { guid: node.id, title }); }
  removeBookmark(node) { return this.#bookmarks("remove", node.id); }
}
