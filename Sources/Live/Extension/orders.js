import { browser, isFirefox, quietly } from "./browser.js";
import { bookmarkOrders } from "./bookmarks.js";
import { scrollOnceLoaded, travel } from "./looks.js";
import { isOvertaken, justSelected } from "./overtaken.js";
import { setDefaultZoom, setZoom } from "./zoom.js";

/**
 * The property with the address to load, or no property for an empty address, which opens the new
 * tab page.
 */
const addressed = url => (url ? { url } : {});

/** Whether the browser allows an address in `tabs.create` and `tabs.update`. */
const isAllowed = url => !/^(javascript|view-source|chrome|about|file|data):/i.test(url) || url === "about:blank";

/**
 * Returns the reason why a tab is opened without its page or its list, or undefined if it is
 * complete.
 */
function problemOf({ url, reopen: wasClosed, steps }) {
  if (url && !isAllowed(url)) return notAllowed;
  if (wasClosed && steps > 1) return "The browser no longer has its list. Going back loads the page before.";
  return undefined;
}

const notAllowed = "Extensions may not open its page.";

const pageOf = url => (url && !isAllowed(url) ? "" : url);

/** Finds the browser's own record of a closed tab, which has the tab's complete list. */
async function closedTab(url, title) {
  const closed = await quietly(browser.sessions.getRecentlyClosed({ maxResults: 25 })) ?? [];
  const tabs = closed.map(item => item.tab).filter(tab => tab?.url === url);
  return tabs.find(tab => tab.title === title) ?? tabs[0];
}

async function reopen({ url, title }) {
  const closed = await closedTab(url, title);
  if (!closed) return undefined;
  const restored = await quietly(browser.sessions.restore(closed.sessionId));
  return restored?.tab;
}

/**
 * Reopens the browser's own closed tab if there is one. Otherwise opens a tab with only the page.
 */
async function open(order) {
  let tab = order.reopen ? await reopen(order) : undefined;
  const isWhole = tab !== undefined;
  const details = {
    ...addressed(pageOf(order.url)), windowId: order.window, index: order.index,
    active: order.active, pinned: order.pinned,
  };
  let problem = isWhole ? undefined : problemOf(order);
  if (!isWhole && order.container) {
    tab = await quietly(browser.tabs.create({ ...details, cookieStoreId: order.container }));
    if (!tab) problem = "Its container no longer exists.";
  }
  tab ??= await browser.tabs.create(details);
  if (!isWhole && order.scroll) void scrollOnceLoaded(tab.id, order.scroll);
  if (order.muted) await quietly(browser.tabs.update(tab.id, { muted: true }));
  return { tab: tab.id, isWhole, problem };
}

/** Opens a window with a page, or with a tab of another window. */
async function openWindow({ tab, url, bounds, state, scroll }) {
  const contents = tab === undefined ? addressed(pageOf(url)) : { tabId: tab };
  const window = await browser.windows.create({ ...contents, ...bounds });
  if (state && state !== "normal") await quietly(browser.windows.update(window.id, { state }));
  if (scroll && window.tabs) void scrollOnceLoaded(window.tabs[0].id, scroll);
  return { window: window.id, tab: window.tabs?.[0]?.id };
}

async function group({ tabs, group: existing, window, title, color }) {
  const id = await browser.tabs.group(
    existing === undefined
      ? { tabIds: tabs, createProperties: { windowId: window } }
      : { tabIds: tabs, groupId: existing });
  if (existing === undefined) await browser.tabGroups.update(id, { title, color });
  return { group: id };
}

/** Loads a page as a new entry of the tab's list, which requires an option in Firefox. */
function load({ tab, url }) {
  if (!isAllowed(url)) throw new Error(notAllowed);
  return browser.tabs.update(tab, isFirefox ? { url, loadReplace: false } : { url });
}

/** Moves to another entry. If the page does not allow scripts, moves one step at a time. */
async function move({ tab, by }) {
  try {
    await travel(tab, by);
  } catch {
    for (let left = Math.abs(by); left > 0; left -= 1) {
      await (by < 0 ? browser.tabs.goBack(tab) : browser.tabs.goForward(tab));
    }
  }
}

/** Closes tabs, except those that the user has just selected or that the browser keeps. */
async function close({ tabs, selected }) {
  const kept = selected.map(tab => ({ tab }));
  const closed = tabs.filter(tab => !selected.includes(tab));
  try {
    await browser.tabs.remove(closed);
  } catch (error) {
    for (const tab of closed) {
      await quietly(browser.tabs.remove(tab));
      if (await quietly(browser.tabs.get(tab))) kept.push({ tab, failed: String(error?.message ?? error) });
    }
  }
  return { kept };
}

const carryOut = {
  close,
  open,
  openWindow,
  move: ({ tab, window, index }) => browser.tabs.move(tab, { windowId: window, index }),
  pin: ({ tab, value }) => browser.tabs.update(tab, { pinned: value }),
  mute: ({ tab, value }) => browser.tabs.update(tab, { muted: value }),
  group,
  ungroup: ({ tabs }) => browser.tabs.ungroup(tabs),
  changeGroup: ({ group: id, title, color, collapsed }) =>
    browser.tabGroups.update(id, { title, color, collapsed }),
  select: ({ tab }) => browser.tabs.update(tab, { active: true }),
  focus: ({ window }) => browser.windows.update(window, { focused: true }),
  place: ({ window, bounds, state }) =>
    browser.windows.update(window, state && state !== "normal" ? { state } : { ...bounds }),
  travel: move,
  load,
  reload: ({ tab }) => browser.tabs.reload(tab),
  zoom: setZoom,
  zoomDefault: setDefaultZoom,
  ...bookmarkOrders,
};

/** Whether an order concerns bookmarks. */
export const isAboutBookmarks = order => order.do in bookmarkOrders;

/**
 * Carries out orders one after the other.
 *
 * @param {object[]} orders The orders. The member `do` of each order is the name of its kind.
 * @returns {Promise<object[]>} The result of each order, or `{failed}` with the reason.
 */
export async function carryOutAll(orders) {
  const results = [];
  // All orders are checked first, so that their effects are not mistaken for actions of the user.
  const overtaken = await Promise.all(orders.map(isOvertaken));
  for (const order of orders) if (order.do === "close") order.selected = await justSelected(order);
  for (const [place, order] of orders.entries()) {
    if (overtaken[place]) {
      results.push({ overtaken: true });
      continue;
    }
    try {
      const result = await carryOut[order.do](order);
      const isTold = ["tab", "group", "window", "bookmarks", "kept"].some(name => result?.[name]);
      results.push(isTold ? result : {});
    } catch (error) {
      results.push({ failed: String(error?.message ?? error) });
    }
  }
  return results;
}
