import { browser, quietly } from "./browser.js";

/** The number of successive looks after which a tab counts as navigating by itself. */
const burst = 10;
/** The time between two looks at such a tab, in milliseconds. */
const burstPause = 250;
/** The maximum number of events that are reported with a look. */
const causeLimit = 50;

/** The time after which a page counts as unable to answer, in milliseconds. A frozen page never answers. */
const patience = 2_000;

/**
 * Reads the part of the back/forward list that a page may see. Runs in the isolated world of the
 * page, where the page cannot replace `navigation`.
 */
function readList() {
  const list = globalThis.navigation;
  const current = list?.currentEntry;
  if (!globalThis.retraceTellsScroll) {
    // Reports the scroll position whenever the user leaves the page.
    globalThis.retraceTellsScroll = true;
    const told = new Map();
    const tell = () => {
      const key = list?.currentEntry?.key;
      const place = [Math.round(scrollX), Math.round(scrollY)];
      if (!key || String(told.get(key) ?? [0, 0]) === String(place)) return;
      told.set(key, place);
      const { runtime } = globalThis.browser ?? globalThis.chrome;
      // After an update of the extension, nothing receives this message.
      Promise.resolve(runtime?.sendMessage({ kind: "left", key, place })).catch(() => {});
    };
    addEventListener("pagehide", tell);
    document.addEventListener("visibilitychange", () => { if (document.hidden) tell(); });
    list?.addEventListener("navigate", tell);
  }
  return {
    url: location.href,
    title: document.title,
    length: history.length,
    key: current?.key ?? null,
    type: list?.activation?.navigationType ?? null,
    near: (list?.entries() ?? []).map(entry => [entry.key, entry.url]),
  };
}

/** Reads the key of a frame's current entry. */
function readKey() {
  return globalThis.navigation?.currentEntry?.key ?? null;
}

function run(tab, func, target = {}) {
  const late = new Promise((_, refuse) => {
    setTimeout(() => refuse(new Error("The page does not answer.")), patience);
  });
  const answer = browser.scripting.executeScript({
    target: { tabId: tab, ...target }, func, injectImmediately: true,
  });
  return Promise.race([answer, late]);
}

/**
 * Looks at the back/forward list of a tab.
 *
 * @param {number} tab
 * @param {boolean} withFrames Whether to read the keys of its frames too.
 * @returns {Promise<object>} The list, or `{unknown}` with the reason if the page cannot be read.
 */
export async function look(tab, withFrames = false) {
  try {
    const [top] = await run(tab, readList);
    if (!top?.result) return { unknown: top?.error?.message ?? "The page has no list." };
    const list = top.result;
    if (withFrames) {
      const frames = await run(tab, readKey, { allFrames: true });
      list.frames = frames.filter(frame => frame.frameId !== 0 && frame.result).map(f => f.result);
    }
    return list;
  } catch (error) {
    return { unknown: String(error?.message ?? error) };
  }
}

/**
 * Schedules the looks at tabs. Each tab has one look at a time, followed by another look if an event
 * occurred in the meantime. An event only means that the list may have changed, because the look may
 * already show the effect of a later event.
 */
export class LookSchedule {
  #tabs = new Map();

  /** @param {(tab: number, causes: object[], look: object) => void} onLook */
  constructor(onLook) { this.onLook = onLook; }

  /** Looks at a tab because of an event. */
  request(tab, cause) {
    const waiting = this.#tabs.get(tab);
    if (waiting) {
      // The look shows the latest state, so the newest events count most.
      if (waiting.length >= causeLimit) waiting.shift();
      waiting.push(cause);
      return;
    }
    this.#tabs.set(tab, [cause]);
    this.#run(tab);
  }

  async #run(tab) {
    for (let count = 0; ; count += 1) {
      if (count > burst) await new Promise(done => { setTimeout(done, burstPause); });
      const causes = this.#tabs.get(tab);
      if (!causes?.length) break;
      this.#tabs.set(tab, []);
      const list = await look(tab, causes.some(cause => cause.isFrame));
      this.onLook(tab, causes, list);
    }
    this.#tabs.delete(tab);
  }
}

/** The time that a page may take to load before it is no longer scrolled, in milliseconds. */
const loadPatience = 30_000;

/** Scrolls a new page once it has loaded, unless the user has already scrolled it. */
export async function scrollOnceLoaded(tab, [x, y]) {
  const loaded = new Promise(done => {
    const listener = (id, { status }) => { if (id === tab && status === "complete") finish(); };
    const finish = () => {
      browser.tabs.onUpdated.removeListener(listener);
      clearTimeout(timer);
      done(undefined);
    };
    const timer = setTimeout(finish, loadPatience);
    browser.tabs.onUpdated.addListener(listener);
  });
  const { status, url } = await quietly(browser.tabs.get(tab)) ?? {};
  if (status !== "complete" || url === "about:blank") await loaded;
  await quietly(browser.scripting.executeScript({
    target: { tabId: tab }, args: [x, y],
    func: (x, y) => {
      // Older TypeScript doesn't know `instant`.
      const behavior = /** @type {any} */ ("instant");
      if (scrollX === 0 && scrollY === 0) scrollTo({ left: x, top: y, behavior });
    },
  }));
}

/**
 * Moves a tab through its list. Only `history.go` reaches every entry: `tabs.goBack` skips some
 * entries.
 */
export function travel(tab, steps) {
  return browser.scripting.executeScript({
    target: { tabId: tab }, func: steps => history.go(steps), args: [steps],
  });
}
