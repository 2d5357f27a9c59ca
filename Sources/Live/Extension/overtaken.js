import { browser, quietly } from "./browser.js";
import { look } from "./looks.js";
import { recordedAddress } from "./strip.js";
import { readLevel } from "./zoom.js";

/** Whether a value differs from both the value that the host knows and the ordered value. */
const isChanged = (value, was, wanted) => value !== was && value !== wanted;

async function isTabElsewhere({ tab, was, window, index }) {
  const { windowId, index: place } = await browser.tabs.get(tab);
  if (isChanged(windowId, was.window, window)) return true;
  const { tabs } = await browser.windows.get(windowId, { populate: true });
  // If the number of tabs in the window has changed, the indices cannot be compared.
  return tabs.length === was.count && isChanged(place, was.index, index);
}

async function isAnyGrouped({ was, group = -1 }) {
  for (const [tab, former] of was) {
    const { groupId } = await browser.tabs.get(tab);
    if (isChanged(groupId, former ?? -1, group)) return true;
  }
  return false;
}

async function isGroupChanged({ group, was, ...wanted }) {
  const now = await browser.tabGroups.get(group);
  return ["title", "color", "collapsed"].some(name => isChanged(now[name], was[name], wanted[name]));
}

async function isAnotherActive({ tab, was }) {
  const { windowId } = await browser.tabs.get(tab);
  const [active] = await browser.tabs.query({ windowId, active: true });
  return isChanged(active.id, was, tab);
}

async function isAnotherPage({ tab, was }) {
  const { key } = await look(tab);
  if (key && was.key) return key !== was.key;
  const { url } = await browser.tabs.get(tab);
  return recordedAddress(url) !== was.url;
}

async function isAnotherFocused({ window, was }) {
  const windows = await browser.windows.getAll({ windowTypes: ["normal"] });
  const focused = windows.find(({ focused, incognito }) => focused && !incognito);
  return focused !== undefined && isChanged(focused.id, was, window);
}

async function isWindowElsewhere({ window, was, state, bounds }) {
  const now = await browser.windows.get(window);
  if (isChanged(now.state, was.state, state)) return true;
  return now.state === "normal"
    && ["left", "top", "width", "height"].some(name => isChanged(now[name], was[name], bounds[name]));
}

async function isBookmarkChanged({ id, was }) {
  const [node] = await browser.bookmarks.getSubTree(id);
  const count = ({ children = [] }) => children.reduce((sum, child) => sum + 1 + count(child), 0);
  return node.parentId !== was.folder || count(node) !== was.count
    || was.title !== undefined && node.title !== was.title
    || was.url !== undefined && recordedAddress(node.url) !== was.url;
}

const checks = {
  move: isTabElsewhere,
  group: isAnyGrouped,
  ungroup: isAnyGrouped,
  changeGroup: isGroupChanged,
  select: isAnotherActive,
  travel: isAnotherPage,
  load: isAnotherPage,
  focus: isAnotherFocused,
  place: isWindowElsewhere,
  zoom: async ({ tab, level, was }) => isChanged(await readLevel(tab), was, level),
  removeBookmark: isBookmarkChanged,
  async moveBookmark({ id, folder, was }) {
    const [{ parentId }] = await browser.bookmarks.get(id);
    return isChanged(parentId, was, folder);
  },
  async editBookmark({ id, title, was }) {
    const [node] = await browser.bookmarks.get(id);
    return isChanged(node.title, was, title);
  },
};

/**
 * Whether the user has changed the tab, window or other object of an order since the last report that
 * the host knows. Such an order must be dropped.
 */
export async function isOvertaken(order) {
  if (order.was === undefined || !checks[order.do]) return false;
  // If the object no longer exists, the order fails anyway.
  return await quietly(checks[order.do](order)) ?? false;
}

/** Returns the tabs that should be closed but that the user has just selected. */
export async function justSelected({ tabs, was }) {
  const active = await browser.tabs.query({ active: true });
  return active.map(({ id }) => id).filter(id => tabs.includes(id) && !was.includes(id));
}
