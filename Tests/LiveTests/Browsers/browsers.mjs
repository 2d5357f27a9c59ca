import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
export const source = path.join(root, "Sources/Live/Extension");

/** The console, in the folder that RETRACE_PROGRAMS names, or as built for debugging. */
export const program = path.resolve(root, process.env.RETRACE_PROGRAMS ?? ".build/debug", "retrace");

const addOnID = "live@retrace.dev";

/** Waits until a condition holds, and returns its value. */
export async function until(condition, what, milliseconds = 20_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Timed out: ${what}`);
    await new Promise(done => { setTimeout(done, 50); });
  }
}

/** A connection that uses the Chrome DevTools Protocol or WebDriver BiDi. */
class Remote {
  #calls = new Map();
  #next = 1;

  static async connect(url) {
    const remote = new Remote();
    remote.socket = new WebSocket(url);
    await new Promise((done, fail) => {
      remote.socket.addEventListener("open", done);
      remote.socket.addEventListener("error", () => fail(new Error(`No connection to ${url}`)));
    });
    remote.socket.addEventListener("message", event => { remote.#receive(JSON.parse(event.data)); });
    remote.socket.addEventListener("close", () => {
      for (const { fail } of remote.#calls.values()) fail(new Error("The browser ended."));
    });
    return remote;
  }

  #receive(message) {
    const call = this.#calls.get(message.id);
    if (!call) return;
    this.#calls.delete(message.id);
    const error = message.error;
    if (error) call.fail(new Error(`${call.method}: ${message.message ?? error.message ?? error}`));
    else call.done(message.result);
  }

  call(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    return new Promise((done, fail) => {
      this.#calls.set(id, { done, fail, method });
      this.socket.send(JSON.stringify({ id, method, params, ...sessionId && { sessionId } }));
    });
  }
}

class Browser {
  /** Whether the extension is loaded for this run. Otherwise, the browser must find it itself. */
  loadsExtension = true;
  /** The program that starts the browser, with its arguments. */
  wrapper = [];

  /** @param {string} folder The folder of the browser's profile. */
  constructor(folder) {
    this.folder = folder;
    this.extension = path.join(folder, "extension");
    fs.cpSync(source, this.extension, { recursive: true });
    // No one is there to grant a permission.
    const manifest = path.join(this.extension, "manifest.json");
    const members = JSON.parse(fs.readFileSync(manifest, "utf8"));
    members.permissions.push(...members.optional_permissions);
    delete members.optional_permissions;
    fs.writeFileSync(manifest, JSON.stringify(members));
  }

  start(program, words, environment) {
    const log = fs.openSync(path.join(this.folder, "browser.log"), "w");
    const [first, ...rest] = [...this.wrapper, program, ...words];
    this.process = spawn(first, rest, {
      stdio: ["ignore", log, log], env: { ...process.env, ...environment },
    });
    this.ended = new Promise(done => { this.process.on("exit", done); });
  }

  log() { return fs.readFileSync(path.join(this.folder, "browser.log"), "utf8"); }

  /** Evaluates an expression that leaves the page, which would otherwise end before it can answer. */
  runLeaving(tab, expression) { return this.run(tab, `void setTimeout(() => { ${expression}; })`); }

  async kill() {
    this.process.kill("SIGKILL");
    await this.ended;
  }
}

export class Chromium extends Browser {
  name = "chromium";
  userDataFolder = path.join(this.folder, "profile");

  /** The folders of more extensions. */
  get moreExtensions() { return []; }

  async open(environment = {}) {
    const profile = this.userDataFolder;
    const extensions = [this.extension, ...this.moreExtensions].join(",");
    fs.rmSync(path.join(profile, "DevToolsActivePort"), { force: true });
    this.start("/usr/bin/chromium", [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0",
      "--restore-last-session", "--hide-crash-restore-bubble", "--noerrdialogs",
      `--user-data-dir=${profile}`,
      ...this.loadsExtension ? [`--load-extension=${extensions}`, `--disable-extensions-except=${extensions}`] : [],
    ], environment);
    const [port, place] = await until(() => {
      const text = fs.existsSync(path.join(profile, "DevToolsActivePort"))
        && fs.readFileSync(path.join(profile, "DevToolsActivePort"), "utf8").split("\n");
      return text?.length > 1 && text;
    }, "Chromium starts");
    this.remote = await Remote.connect(`ws://127.0.0.1:${port}${place}`);
    this.sessions = new Map();
  }

  /** Loses the tabs of the last session, as after a damage. */
  loseSession() {
    fs.rmSync(path.join(this.userDataFolder, "Default/Sessions"), { recursive: true, force: true });
  }

  async tabs() {
    const { targetInfos } = await this.remote.call("Target.getTargets");
    return targetInfos.filter(target => target.type === "page").map(target => target.targetId);
  }

  async session(tab) {
    if (!this.sessions.has(tab)) {
      const { sessionId } = await this.remote.call("Target.attachToTarget", { targetId: tab, flatten: true });
      this.sessions.set(tab, sessionId);
    }
    return this.sessions.get(tab);
  }

  async newTab(url) {
    const { targetId } = await this.remote.call("Target.createTarget", { url });
    return targetId;
  }

  async run(tab, expression) {
    const { result } = await this.remote.call(
      "Runtime.evaluate", { expression, awaitPromise: true, userGesture: true }, await this.session(tab));
    return result.value;
  }

  async navigate(tab, url) {
    await this.remote.call("Page.navigate", { url }, await this.session(tab));
  }

  /** Evaluates an expression in the extension, which may use its interfaces. */
  async runPrivileged(expression) {
    const { targetInfos } = await this.remote.call("Target.getTargets");
    const worker = targetInfos.find(target => target.type === "service_worker" && target.url.includes("background.js"));
    const { result, exceptionDetails } = await this.remote.call(
      "Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true }, await this.session(worker.targetId));
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  }

  /** Zooms the active page. */
  zoom(factor) { return this.runPrivileged(`chrome.tabs.setZoom(${factor})`); }

  /** Opens the page of the popup in a tab. */
  async openPopup() {
    const id = await this.runPrivileged("chrome.runtime.id");
    return this.newTab(`chrome-extension://${id}/popup.html`);
  }

  /** Adds a bookmark at the end of the bar. */
  bookmark(title, url) {
    return this.runPrivileged(
      `chrome.bookmarks.create(${JSON.stringify({ parentId: "1", title, url })}).then(node => node.id)`);
  }

  /** Removes a folder in the bar. */
  removeBookmarkFolder(title) {
    return this.runPrivileged(`chrome.bookmarks.search({ title: ${JSON.stringify(title)} })
      .then(([node]) => chrome.bookmarks.removeTree(node.id))`);
  }

  /** The bookmarks in the bar, as text such as `A F(B C)`. */
  bookmarks() {
    return this.runPrivileged(`(() => {
      const text = nodes => nodes.map(({ title, children }) => (
        children ? title + "(" + text(children) + ")" : title)).join(" ");
      return chrome.bookmarks.getSubTree("1").then(([root]) => text(root.children));
    })()`);
  }

  /** The tab's list in the browser. */
  async history(tab) {
    const { currentIndex, entries } = await this.remote.call(
      "Page.getNavigationHistory", {}, await this.session(tab));
    return { index: currentIndex, urls: entries.map(entry => entry.url) };
  }

  activate(tab) { return this.remote.call("Target.activateTarget", { targetId: tab }); }

  closeTab(tab) { return this.remote.call("Target.closeTarget", { targetId: tab }); }

  /** Waits until the browser has written its session. In a profile without settings, it restores none. */
  async saveSession() {
    await until(() => fs.existsSync(path.join(this.userDataFolder, "Default", "Preferences")), "the settings", 60_000);
    await new Promise(done => { setTimeout(done, 6_000); });
  }

  /** Quits the browser like a user. */
  async end() {
    await this.remote.call("Browser.close").catch(() => {});
    await this.ended;
  }
}

const preferences = {
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.startup.page": 3,
  "browser.sessionstore.resume_from_crash": true,
  "browser.sessionstore.interval": 500,
  "browser.sessionstore.max_resumed_crashes": 99,
  "browser.aboutwelcome.enabled": false,
  "browser.preonboarding.enabled": false,
  "termsofuse.bypassNotification": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.tabs.warnOnClose": false,
  "dom.disable_open_during_load": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "datareporting.policy.dataSubmissionPolicyBypassNotification": true,
  "toolkit.startup.max_resumed_crashes": -1,
  "extensions.update.enabled": false,
  "app.update.disabledForTesting": true,
  "network.proxy.type": 0,
  "remote.log.level": "Info",
  "remote.prefs.recommended": false,
};

/** What makes Firefox accept an unsigned extension in its profile. */
const extensionPreferences = { "extensions.autoDisableScopes": 0, "xpinstall.signatures.required": false };

export class Firefox extends Browser {
  name = "firefox";

  async open(environment = {}) {
    const profile = path.join(this.folder, "profile");
    fs.mkdirSync(path.join(profile, "extensions"), { recursive: true });
    fs.writeFileSync(path.join(profile, "user.js"), Object.entries({
      ...preferences, ...this.loadsExtension ? extensionPreferences : {}, ...this.morePreferences,
    }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    const package_ = path.join(profile, "extensions", `${addOnID}.xpi`);
    fs.rmSync(package_, { force: true });
    if (this.loadsExtension) {
      execFileSync("python3", ["-m", "zipfile", "-c", package_, ...fs.readdirSync(this.extension)],
        { cwd: this.extension });
    }
    fs.rmSync(path.join(profile, "MarionetteActivePort"), { force: true });
    this.start("/usr/bin/firefox-esr", [
      "--headless", "--no-remote", "--profile", profile, ...this.moreOptions,
    ], environment);
    await this.connect();
  }

  /** The options and the preferences for the remote control. */
  get moreOptions() { return ["--remote-debugging-port=0", "--remote-allow-system-access"]; }
  get morePreferences() { return {}; }

  async connect() {
    const [, place] = await until(() => /BiDi listening on (ws:\S+)/.exec(this.log()), "Firefox starts", 60_000);
    this.remote = await Remote.connect(`${place}/session`);
    await this.remote.call("session.new", { capabilities: {} });
  }

  /** Loses the tabs of the last session, as after a damage. */
  loseSession() {
    for (const name of ["sessionstore.jsonlz4", "sessionstore-backups"]) {
      fs.rmSync(path.join(this.folder, "profile", name), { recursive: true, force: true });
    }
  }

  async tabs() {
    const { contexts } = await this.remote.call("browsingContext.getTree", { maxDepth: 0 });
    return contexts.map(context => context.context);
  }

  async newTab(url) {
    const { context } = await this.remote.call("browsingContext.create", { type: "tab" });
    await this.navigate(context, url);
    return context;
  }

  async run(tab, expression) {
    const { result } = await this.remote.call("script.evaluate", {
      expression, target: { context: tab }, awaitPromise: true, userActivation: true,
    });
    return result?.value;
  }

  async navigate(tab, url) {
    await this.remote.call("browsingContext.navigate", { context: tab, url, wait: "complete" });
  }

  /** Evaluates an expression in the window of the browser. */
  async runPrivileged(expression) {
    const { contexts } = await this.remote.call("browsingContext.getTree", { "moz:scope": "chrome" });
    const { result, exceptionDetails } = await this.remote.call("script.evaluate", {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context: contexts[0].context }, awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value && JSON.parse(result.value);
  }

  /** Zooms the active page. */
  zoom(factor) { return this.runPrivileged(`FullZoom.setZoom(${factor})`); }

  async openPopup() {
    const host = await this.runPrivileged("WebExtensionPolicy.getByID('live@retrace.dev').mozExtensionHostname");
    return this.newTab(`moz-extension://${host}/popup.html`);
  }

  openInContainer(url) {
    return this.runPrivileged(`void gBrowser.addTab(${JSON.stringify(url)}, {
      userContextId: 1, triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() })`);
  }

  /** Forgets the tabs that the browser could restore itself. */
  forgetClosedTabs() {
    return this.runPrivileged(`(() => {
      while (SessionStore.getClosedTabCount(window)) SessionStore.forgetClosedTab(window, 0);
    })()`);
  }

  /** The containers of the tabs in one. */
  containers() {
    return this.runPrivileged("[...gBrowser.tabs].map(tab => tab.userContextId).filter(id => id)");
  }

  bookmark(title, url) {
    return this.runPrivileged(
      `PlacesUtils.bookmarks.insert(${JSON.stringify({ parentGuid: "toolbar_____", title, url })})`);
  }

  removeBookmarkFolder(title) {
    return this.runPrivileged(`PlacesUtils.bookmarks.search({ title: ${JSON.stringify(title)} })
      .then(([node]) => PlacesUtils.bookmarks.remove(node.guid))`);
  }

  bookmarks() {
    return this.runPrivileged(`(() => {
      const text = nodes => nodes.map(({ title, children, typeCode }) => (
        typeCode === 2 ? title + "(" + text(children ?? []) + ")" : title)).join(" ");
      return PlacesUtils.promiseBookmarksTree("toolbar_____").then(root => text(root.children ?? []));
    })()`);
  }

  activate(tab) { return this.remote.call("browsingContext.activate", { context: tab }); }

  closeTab(tab) { return this.remote.call("browsingContext.close", { context: tab }); }

  /** Waits until the browser has written its session, which happens every half second. */
  async saveSession() { await new Promise(done => { setTimeout(done, 5_000); }); }

  /** Ends the browser without closing tabs. Quitting through the protocol would close them permanently. */
  end() { return this.kill(); }
}

/** The installed browsers that the extension supports. */
export const installed = [Chromium, Firefox].filter(kind =>
  fs.existsSync(kind === Chromium ? "/usr/bin/chromium" : "/usr/bin/firefox-esr"));
