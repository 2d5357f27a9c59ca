import { browser } from "./browser.js";

/** The time after which a page counts as unable to answer, in milliseconds. A frozen page never answers. */
const patience = 2_000;

/**
 * Reads the back/forward list as far as a page may see it. Runs in the isolated world of the page,
 * where a page cannot replace `navigation`.
 */
function readList() {
  const list = globalThis.navigation;
  const current = list?.currentEntry;
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
 * Schedules the looks at tabs: one at a time for each tab, and one more if something happened
 * meanwhile. An event only says that the list may have changed, because a later event may already
 * be visible in the look.
 */
export class LookSchedule {
  #tabs = new Map();

  /** @param {(tab: number, causes: object[], look: object) => void} onLook */
  constructor(onLook) { this.onLook = onLook; }

  /** Looks at a tab because of an event. */
  request(tab, cause) {
    const waiting = this.#tabs.get(tab);
    if (waiting) {
      waiting.push(cause);
      return;
    }
    this.#tabs.set(tab, [cause]);
    this.#run(tab);
  }

  async #run(tab) {
    for (;;) {
      const causes = this.#tabs.get(tab);
      if (!causes?.length) break;
      this.#tabs.set(tab, []);
      const list = await look(tab, causes.some(cause => cause.isFrame));
      this.onLook(tab, causes, list);
    }
    this.#tabs.delete(tab);
  }
}

/** Moves a tab through its list. Nothing else reaches every entry: `tabs.goBack` skips some of them. */
export function travel(tab, steps) {
  return browser.scripting.executeScript({
    target: { tabId: tab }, func: steps => history.go(steps), args: [steps],
  });
}
