import { browser, isFirefox, quietly } from "./browser.js";
import { mayRead, observeBookmarks, readBookmarks } from "./bookmarks.js";
import { LookSchedule, look } from "./looks.js";
import { carryOutAll, isAboutBookmarks } from "./orders.js";
import { drawIcon } from "./icon.js";
import { Pictures } from "./pictures.js";
import { HostPort } from "./port.js";
import { Strip, recordedAddress } from "./strip.js";
import { readZoom } from "./zoom.js";

/** The version of the messages. The host refuses an extension that uses a different version. */
const messageVersion = 1;

const strip = new Strip();
const popups = new Map();
/** Whether the host has received the snapshot that each connection begins with. */
let isReady = false;
let isPaused = false;
/** Events that occurred before the snapshot, by tab. */
const missed = new Map();
/** The number of the newest batch of orders that was carried out. */
let newestOrder = 0;

const port = new HostPort(() => { void greet(); }, message => { void receive(message); });

const looks = new LookSchedule((tab, causes, list) => {
  if (!isReady) {
    missed.set(tab, [...missed.get(tab) ?? [], ...causes]);
    return;
  }
  void sendLook(tab, causes, list);
});

const pictures = new Pictures(picture => { send({ kind: "page", ...picture }); });

async function sendLook(id, causes, list) {
  const tab = await quietly(browser.tabs.get(id));
  if (!tab || tab.incognito) return;
  if (list.url) list.url = recordedAddress(list.url);
  list.near = list.near?.map(([key, url]) => [key, recordedAddress(url)]);
  send({ kind: "look", tab: strip.describe(tab), causes, look: list });
  if (tab.active) pictures.request();
}

function send(message) {
  if (isReady && !isPaused) port.send({ ...message, order: newestOrder });
}

/**
 * Sends a snapshot, which contains everything that the host needs, no matter what it has missed.
 */
async function greet() {
  isReady = false;
  missed.clear();
  const { profile = crypto.randomUUID(), paused = false, isPauseUnconfirmed = false } =
    await browser.storage.local.get(["profile", "paused", "isPauseUnconfirmed"]);
  isPaused = paused;
  drawIcon(isPaused);
  await browser.storage.local.set({ profile });
  if (isPauseUnconfirmed) port.send({ kind: "paused", value: isPaused });
  if (isPaused) return;
  const tabs = (await browser.tabs.query({ windowType: "normal" })).filter(tab => !tab.incognito);
  await strip.readIDs(tabs);
  const loaded = tabs.filter(tab => !tab.discarded && !tab.frozen && tab.status !== "unloaded");
  const lists = await Promise.all(loaded.map(async tab => [tab.id, await look(tab.id)]));
  const zooms = await Promise.all(loaded.map(tab => readZoom(tab.id)));
  const windows = await strip.read();
  for (const [, list] of lists) {
    if (list.url) list.url = recordedAddress(list.url);
    list.near = list.near?.map(([key, url]) => [key, recordedAddress(url)]);
  }
  port.send({
    kind: "hello",
    version: messageVersion,
    extension: browser.runtime.getManifest().version,
    browser: isFirefox ? "firefox" : "chromium",
    agent: navigator.userAgent,
    profile,
    seesPages: await browser.permissions.contains({ origins: ["<all_urls>"] }),
    strip: windows,
    looks: lists.map(([tab, list]) => ({ tab, look: list })),
    zooms: zooms.filter(zoom => zoom),
    bookmarks: await readBookmarks(),
  });
  isReady = true;
  for (const [tab, causes] of missed) for (const cause of causes) looks.request(tab, cause);
  missed.clear();
  changeStrip();
}

/**
 * Returns a function that reads a state and sends it. Changes in quick succession are sent
 * together.
 */
function sender(kind, read) {
  let isChanged = false;
  let isReading = false;
  return async () => {
    isChanged = true;
    if (isReading || !isReady) return;
    isReading = true;
    while (isChanged) {
      isChanged = false;
      const value = await quietly(read());
      if (value) send({ kind, [kind]: value });
    }
    isReading = false;
  };
}

const changeStrip = sender("strip", () => strip.read());
const changeBookmarks = sender("bookmarks", readBookmarks);

async function receive(message) {
  if (message.kind === "orders") {
    const results = await carryOutAll(message.orders);
    newestOrder = message.number;
    const zoomed = message.orders.filter(order => order.do === "zoom");
    send({
      kind: "done", number: message.number, results, strip: await strip.read(),
      zooms: (await Promise.all(zoomed.map(({ tab }) => readZoom(tab)))).filter(zoom => zoom),
      bookmarks: message.orders.some(isAboutBookmarks) ? await readBookmarks() : undefined,
    });
  } else if (message.kind === "ids") {
    await strip.assign(message.ids);
  } else if (message.kind === "answer") {
    if (message.inspector) {
      inspector = quietly(inspector.then(former => openInspector(message.inspector, former)));
    }
    popups.get(message.popup)?.postMessage(message);
  } else if (message.kind === "pause") {
    await confirmPause(message.value);
  } else if (message.kind === "look") {
    for (const tab of message.tabs) looks.request(tab, { kind: "asked" });
  } else if (message.kind === "pictures") {
    pictures.switch(true);
  } else if (message.kind === "copied") {
    // Another running browser has the same identity, because its folder was copied.
    await browser.storage.local.set({ profile: crypto.randomUUID() });
    await greet();
  } else if (message.kind === "quit") {
    await quit();
  }
}

/** Closes all windows at once, so that the browser restores all of them after the next start. */
async function quit() {
  const windows = await browser.windows.getAll();
  await Promise.all(windows.map(({ id }) => quietly(browser.windows.remove(id))));
}

// Tabs and windows

async function changeTab(id) {
  const tab = await quietly(browser.tabs.get(id));
  if (tab && !tab.incognito) send({ kind: "tab", tab: strip.describe(tab) });
}

browser.tabs.onCreated.addListener(changeStrip);
browser.tabs.onMoved.addListener(changeStrip);
browser.tabs.onAttached.addListener(changeStrip);
browser.tabs.onAttached.addListener(id => { void strip.keepID(id); });
browser.tabs.onDetached.addListener(changeStrip);
browser.tabs.onActivated.addListener(changeStrip);
browser.tabs.onActivated.addListener(() => { pictures.request(); });
browser.tabs.onRemoved.addListener(id => {
  strip.forget(id);
  changeStrip();
});
browser.tabs.onReplaced.addListener((id, former) => {
  strip.replace(id, former);
  send({ kind: "replaced", tab: id, former });
  changeStrip();
});
browser.tabs.onUpdated.addListener((id, change) => {
  if (change.pinned !== undefined || change.groupId !== undefined || change.mutedInfo) changeStrip();
  const isBuiltIn = change.url?.startsWith("about:") && change.url !== "about:blank";
  if (change.frozen === false || change.discarded === false || isBuiltIn) {
    // Pages such as about:support have no other event.
    looks.request(id, { kind: "updated", url: recordedAddress(change.url) });
  } else if (change.title !== undefined) {
    // The title of a tab may still be that of the previous page.
    looks.request(id, { kind: "titled" });
  } else if (change.status) {
    void changeTab(id);
  }
});
browser.windows.onCreated.addListener(changeStrip);
browser.windows.onRemoved.addListener(changeStrip);
browser.windows.onFocusChanged.addListener(id => {
  // Another program, or a private window, has the focus.
  if (id !== browser.windows.WINDOW_ID_NONE) changeStrip();
});
browser.windows.onBoundsChanged?.addListener(changeStrip);
for (const name of ["onCreated", "onUpdated", "onMoved", "onRemoved"]) {
  browser.tabGroups?.[name].addListener(changeStrip);
}

observeBookmarks(changeBookmarks);

// Chromium also reports the zoom after each navigation.
browser.tabs.onZoomChange.addListener(async ({ tabId }) => {
  const zoom = await readZoom(tabId);
  if (zoom) send({ kind: "zoom", zoom });
});

// Pages

/** Looks at a tab after a navigation. Ignores prerendered pages, which no tab shows yet. */
function navigated(kind, details) {
  if (details.documentLifecycle && details.documentLifecycle !== "active") return;
  const isFrame = details.frameId !== 0;
  looks.request(details.tabId, {
    kind,
    isFrame: isFrame || undefined,
    url: isFrame ? undefined : recordedAddress(details.url),
    type: details.transitionType,
    qualifiers: details.transitionQualifiers,
  });
}

browser.webNavigation.onCommitted.addListener(details => { navigated("committed", details); });
browser.webNavigation.onHistoryStateUpdated.addListener(details => { navigated("moved", details); });
browser.webNavigation.onReferenceFragmentUpdated.addListener(
  details => { navigated("moved", details); });
browser.webNavigation.onErrorOccurred.addListener(async details => {
  if (details.frameId !== 0) return;
  const tab = await quietly(browser.tabs.get(details.tabId));
  // Firefox reports an error before most pages, even if they then load successfully.
  if (tab?.url === details.url) navigated("failed", details);
});
browser.webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId }) => {
  strip.noteOpener(tabId, sourceTabId);
  changeStrip();
});

// Only scripts of the extension itself can send messages to it.
browser.runtime.onMessage.addListener((message, { tab, frameId }) => {
  if (message?.kind !== "left" || !tab || tab.incognito || frameId !== 0) return;
  const [x, y] = message.place;
  send({ kind: "page", tab: tab.id, key: message.key, x, y });
});

// The popup and the keyboard shortcuts

/**
 * Pauses or resumes recording when the user asks for it in the popup. The host stores and confirms
 * the choice, so that the console agrees.
 */
async function pause(value) {
  await browser.storage.local.set({ paused: value, isPauseUnconfirmed: true });
  port.send({ kind: "paused", value });
  isPaused = value;
  drawIcon(isPaused);
  if (!isPaused) await greet();
}

/**
 * Pauses or resumes as the host says, unless the user changed the pause while there was no host.
 */
async function confirmPause(value) {
  const { paused = false, isPauseUnconfirmed = false } =
    await browser.storage.local.get(["paused", "isPauseUnconfirmed"]);
  if (isPauseUnconfirmed && value !== paused) return;
  await browser.storage.local.set({ paused: value, isPauseUnconfirmed: false });
  if (value === isPaused) return;
  isPaused = value;
  drawIcon(isPaused);
  for (const popup of popups.values()) void tellState(popup);
  if (!isPaused) await greet();
}

async function tellState(popup) {
  popup.postMessage({
    kind: "state", problem: port.problem, isPaused, isReady, hasBookmarks: await mayRead(),
  });
}

browser.runtime.onConnect.addListener(popup => {
  const id = crypto.randomUUID();
  popups.set(id, popup);
  popup.onDisconnect.addListener(() => popups.delete(id));
  popup.onMessage.addListener(async message => {
    if (message.kind === "pause") await pause(message.value);
    await tellState(popup);
    if (message.kind === "ask") port.send({ ...message, popup: id });
  });
});

/** The tab of the inspector and the address of its page without the key, or undefined. */
let inspector = Promise.resolve(undefined);

/**
 * Opens the page of the inspector next to the active tab, or in the tab of the previous page, whose server
 * has ended.
 */
async function openInspector(url, former) {
  const tab = former && await quietly(browser.tabs.get(former.tab));
  const page = url.split("?")[0];
  if (tab?.url?.startsWith(former.page)) {
    await browser.tabs.update(tab.id, { url, active: true });
    await quietly(browser.windows.update(tab.windowId, { focused: true }));
    return { tab: tab.id, page };
  }
  const [active] = await browser.tabs.query({ active: true, lastFocusedWindow: true, windowType: "normal" });
  const opened = await browser.tabs.create({ url, windowId: active?.windowId, index: active && active.index + 1 });
  return { tab: opened.id, page };
}

browser.commands.onCommand.addListener(name => {
  port.send({ kind: "ask", question: name, popup: "" });
});

// Starts this background script when the browser starts.
browser.runtime.onStartup.addListener(() => {});

drawIcon(false);
port.connect();
