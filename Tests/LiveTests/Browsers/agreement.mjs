// Acts at random in a browser, in its pages, its tab strip, its bookmarks and the console, and compares what the
// profile says with what the browser itself reports after every ten steps. Kills the browser and
// the host in between. Usage:
// node --experimental-websocket agreement.mjs chromium|firefox [STEPS] [SEED] [KILLS]
// The environment variable MESSAGES names a file to which each step and each message is appended.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { program, until } from "./browsers.mjs";
import { DrivenChromium, DrivenFirefox } from "./driven.mjs";
import { startSite } from "./site.mjs";

const Kind = process.argv[2] === "firefox" ? DrivenFirefox : DrivenChromium;
const steps = Number(process.argv[3] ?? 200);
let seed = Number(process.argv[4] ?? 1);
const kills = Number(process.argv[5] ?? 0);

/** A pseudo-random number below a limit. */
function random(limit) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >> 8) % limit;
}

/** The error for an action that is not possible at this moment. */
class NotPossible extends Error {}

function pick(list) {
  if (list.length === 0) throw new NotPossible("There is nothing to choose from.");
  return list[random(list.length)];
}

const pause = milliseconds => new Promise(done => { setTimeout(done, milliseconds); });

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-agreement-"));
const environment = { ...process.env, HOME: path.join(folder, "home") };
fs.mkdirSync(environment.HOME);
const browser = new Kind(folder);
const profile = path.join(environment.HOME, ".local/share/retrace", browser.name);
const site = await startSite();
const retrace = (...words) =>
  execFileSync(program, ["-p", profile, ...words], { env: environment, encoding: "utf8", stdio: "pipe" });
const ask = (...words) => JSON.parse(retrace("--json", ...words));
execFileSync(program, [
  "live", "install", browser.name,
  ...browser.userDataFolder ? ["--user-data-dir", browser.userDataFolder] : [],
], { env: environment });

const messages = process.env.MESSAGES && path.resolve(process.env.MESSAGES);
if (messages) {
  const launcher = path.join(environment.HOME, ".local/share/retrace-live", browser.name, "host");
  const tap = [process.execPath, path.join(import.meta.dirname, "tap.mjs"), messages];
  const text = fs.readFileSync(launcher, "utf8");
  fs.writeFileSync(launcher, text.replace("exec ", `exec ${tap.map(word => `'${word}'`).join(" ")} `));
}

/** Appends a line to the file with the messages. */
function log(text) {
  if (messages) fs.appendFileSync(messages, `${new Date().toISOString()} = ${text}\n`);
}

// What is shown

/** A short form of an address. */
function name(url) {
  if (!url.startsWith("http")) return "start";
  const { hostname, pathname, hash } = new URL(url);
  return (hostname === "localhost" ? "other" : "") + pathname + hash;
}

function line({ urls, index, active, pinned, group }) {
  const list = urls.map((url, place) => (place === index ? `[${name(url)}]` : name(url)));
  const marks = [active && "active", pinned && "pinned", group !== undefined && `in ${group}`];
  return [...list, ...marks.filter(mark => mark)].join(" ");
}

const texts = windows => windows.map(({ tabs }) => tabs.map(line).join("\n")).sort();

/** The windows that are not among other windows. */
function showOnly(windows, others) {
  const left = texts(others);
  return texts(windows).filter(text => {
    const place = left.indexOf(text);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  }).join("\n--\n");
}

/** The titles of the browsers' own bookmark folders, by the titles of the profile's folders. */
const roots = {
  "Bookmarks bar": ["Bookmarks bar", "toolbar"], "Bookmarks Menu": ["menu"],
  "Other bookmarks": ["Other bookmarks", "unfiled"], "Mobile bookmarks": ["Mobile bookmarks", "mobile"],
};

/** The title of the profile's folder for a folder of the browser. */
const rootTitle = ({ title }) => Object.keys(roots).find(name => roots[name].includes(title));

function showBookmark({ title, url, children, type, kind }) {
  if (type === "separator" || kind === "separator") return "--";
  return children ? `${title}(${children.map(showBookmark).join(" ")})` : `${title}=${url}`;
}

/** The bookmarks in each root that has any. */
const showBookmarks = folders => folders.filter(({ children }) => children.length > 0)
  .map(folder => showBookmark({ ...folder, title: rootTitle(folder) ?? folder.title })).sort().join("\n");

const host = url => new URL(url).hostname;
const shownURL = ({ urls, index }) => urls[index];

/** The zoom of each site that a tab shows. */
function showZooms(tabs, zoomOf) {
  const shown = tabs.filter(tab => isWebPage(tab) && tab.zoom !== undefined);
  const levels = shown.map(tab => `${host(shownURL(tab))} at ${Math.round(100 * zoomOf(tab))} %`);
  return [...new Set(levels)].sort().join(", ");
}

/** The numbers of oldest entries that Chromium has not restored, by the profile's tabs. */
const unrestored = new Map();

/** The list of a tab, without entries that only the profile still has. */
function restored(tab) {
  const gone = unrestored.get(tab.id) ?? 0;
  return { ...tab, urls: tab.urls.slice(gone), index: tab.index - gone, complete: tab };
}

/**
 * After a restart, Chromium has at least the six entries before the current one. The profile keeps the others.
 */
function noteUnrestored(theirs, own) {
  const lines = new Set(tabsOf(theirs).map(line));
  for (const tab of tabsOf(own).filter(tab => !lines.has(line(tab)))) {
    for (let gone = 1; gone <= tab.index - 6; gone += 1) {
      const rest = { ...tab, urls: tab.urls.slice(gone), index: tab.index - gone };
      if (!lines.has(line(rest))) continue;
      unrestored.set(tab.id, (unrestored.get(tab.id) ?? 0) + gone);
      break;
    }
  }
}

/** The state of the profile. */
function ours() {
  const state = ask("state");
  const groups = new Map(state.groups.map(({ id, title }) => [id, title]));
  const tabs = new Map(state.tabs.map(tab => [tab.id, tab]));
  const windows = state.windows.map(window => ({
    id: window.id,
    tabs: window.tabs.map(id => tabs.get(id)).map(tab => ({
      id: tab.id, active: tab.active, pinned: tab.pinned, index: tab.history.index,
      urls: tab.history.entries.map(({ url }) => url), group: tab.groupId === null ? undefined : groups.get(tab.groupId),
    })).map(restored),
  }));
  const zoomOf = tab => state.zoom.sites[host(shownURL(tab))] ?? state.zoom.default;
  return { windows, bookmarks: state.bookmarks, zoomOf };
}

/** The ids of the profile's tabs, by the browser's, as long as the browser runs. */
let ids = new Map();
let faults = 0;
function fault(text) {
  faults += 1;
  log(`fault: ${text}`);
  console.log(text);
}

/** Waits until both show the same, and checks that each tab still has its id. */
async function compare(what, isAfterRestart = false) {
  let difference = "";
  let [theirs, own] = [[], []];
  const isEqual = await until(async () => {
    theirs = await browser.strip().catch(() => []);
    if (theirs.length === 0) return false;
    const folders = await browser.bookmarkRoots();
    const state = ours();
    own = state.windows;
    if (isAfterRestart && browser.name === "chromium") {
      noteUnrestored(theirs, own);
      own = ours().windows;
    }
    const tabs = tabsOf(theirs);
    const pairs = [
      [showOnly(theirs, own), showOnly(own, theirs)],
      [showBookmarks(folders), showBookmarks(state.bookmarks)],
      [showZooms(tabs, ({ zoom }) => zoom), showZooms(tabs, state.zoomOf)],
    ];
    difference = pairs.filter(([a, b]) => a !== b)
      .map(([a, b]) => `  theirs\n${a}\n  ours\n${b}`).join("\n");
    return difference === "";
  }, what, 15_000).catch(() => false);
  if (!isEqual) return fault(`${what}\n${difference}`);
  const lines = windows => windows.flatMap(({ tabs }) => tabs.map(tab => [line(tab), tab.id]));
  const known = lines(own);
  for (const [text, id] of lines(theirs)) {
    // Tabs that look the same are not told apart.
    const same = known.filter(([other]) => other === text);
    if (same.length !== 1) continue;
    const former = ids.get(id);
    if (former !== undefined && former !== same[0][1]) fault(`${what}: tab ${former} became ${same[0][1]}`);
    ids.set(id, same[0][1]);
  }
  return undefined;
}

// What is done

let count = 0;
let leftOut = 0;
const fresh = () => `/${count += 1}`;
/** All bookmarks and folders in folders. */
const nodes = parents => parents.flatMap(({ children }) => (children ? [...children, ...nodes(children)] : []));
const foldersIn = roots => [...roots, ...nodes(roots).filter(({ children }) => children)];
const isTitled = ({ type, kind }) => type !== "separator" && kind !== "separator";
const tabsOf = strip => strip.flatMap(window => window.tabs.map(tab => ({ ...tab, window })));
const inPage = (expression, isPossible = () => true) => strip => {
  const [tab, script] = [pick(tabsOf(strip).filter(isPossible)), expression()];
  log(`in tab ${tab.id}: ${script}`);
  return browser.runIn(tab, script).catch(error => { throw new NotPossible(error.message); });
};
const isWebPage = ({ urls, index }) => urls[index]?.startsWith("http");
const goTo = url => `void (location.href = ${JSON.stringify(url)})`;
const actions = {
  load: inPage(() => goTo(site.page(fresh()))),
  loadElsewhere: inPage(() => goTo(site.otherPage(fresh()))),
  redirect: inPage(() => goTo(site.page(`/redirect${fresh()}`))),
  push: inPage(() => `history.pushState(1, "", "${fresh()}")`),
  // An extension cannot read the list of a page of the browser. It sees only that the address has
  // changed, so that several entries, or a replaced entry, look like one new entry.
  burst: inPage(
    () => `[1, 2, 3].forEach(place => history.pushState(1, "", "${fresh()}-" + place))`, isWebPage),
  replaceState: inPage(() => `history.replaceState(1, "", "${fresh()}")`, isWebPage),
  replace: inPage(() => `location.replace(${JSON.stringify(site.page(fresh()))})`),
  replaceElsewhere: inPage(() => `location.replace(${JSON.stringify(site.otherPage(fresh()))})`),
  fragment: inPage(() => `void (location.hash = "h${count += 1}")`),
  reload: inPage(() => "location.reload()"),
  back: inPage(() => "history.back()"),
  forward: inPage(() => "history.forward()"),
  go: inPage(() => `history.go(${random(9) - 4})`),
  open: strip => browser.openTab(pick(strip), site.page(fresh())),
  openWindow: strip => (strip.length < 3 ? browser.openWindow(site.page(fresh())) : undefined),
  close(strip) {
    const tabs = tabsOf(strip);
    return tabs.length > 4 ? browser.close(pick(tabs)) : browser.openTab(pick(strip), site.page(fresh()));
  },
  select: strip => browser.select(pick(tabsOf(strip))),
  pin(strip) {
    const tab = pick(tabsOf(strip));
    return browser.pin(tab, !tab.pinned);
  },
  move(strip) {
    const tab = pick(tabsOf(strip));
    return tab.pinned || tab.group !== undefined ? undefined : browser.move(tab, random(tab.window.tabs.length));
  },
  moveTo: strip => browser.moveTo(pick(tabsOf(strip).filter(tab => !tab.pinned)), pick(strip)),
  tearOff(strip) {
    const tab = pick(tabsOf(strip).filter(({ pinned, window }) => !pinned && window.tabs.length > 1));
    return strip.length < 3 ? browser.tearOff(tab) : undefined;
  },
  group(strip) {
    const tab = pick(tabsOf(strip).filter(({ pinned, group }) => !pinned && group === undefined));
    return browser.group(tab, tab.window, `g${count += 1}`);
  },
  ungroup: strip => browser.ungroup(pick(tabsOf(strip).filter(({ group }) => group !== undefined))),
  // A user zooms only shown tabs. If Firefox zooms a site to the level that a tab in the background still shows, it
  // stores the level but reports nothing.
  zoom: strip => browser.zoomTo(
    pick(tabsOf(strip).filter(tab => tab.active && isWebPage(tab) && tab.zoom !== undefined)),
    pick([0.5, 0.8, 1, 1.25, 1.5, 2])),
  async bookmark() {
    const folder = pick(foldersIn(await browser.bookmarkRoots()));
    const type = pick(["bookmark", "bookmark", "folder", "separator"]);
    const url = type === "bookmark" ? site.page(fresh()) : undefined;
    return browser.addBookmark(folder, random(folder.children.length + 1), { type, title: `b${count += 1}`, url });
  },
  async moveBookmark() {
    const all = await browser.bookmarkRoots();
    const node = pick(nodes(all));
    // A folder cannot be moved into itself.
    const folder = pick(node.children ? all : foldersIn(all));
    const others = folder.children.filter(({ id }) => id !== node.id);
    return browser.moveBookmark(node, folder, random(others.length + 1));
  },
  editBookmark: async () =>
    browser.editBookmark(pick(nodes(await browser.bookmarkRoots()).filter(isTitled)), `b${count += 1}`),
  removeBookmark: async () => browser.removeBookmark(pick(nodes(await browser.bookmarkRoots()))),
};

/** What another program does to the profile, once the browser shows it. */
const commands = {
  open: () => retrace("open", site.page(fresh())),
  close: tabs => (tabs.length > 4 ? retrace("close", `#${pick(tabs).id}`) : undefined),
  pin: tabs => retrace("pin", `#${pick(tabs.filter(({ pinned }) => !pinned)).id}`),
  // Going back to an entry that only the profile has would add an entry to the browser's list.
  back: tabs => retrace("back", "--tab", `#${pick(tabs.filter(({ index }) => index > 0)).id}`),
  undo() {
    // Undo of a navigation goes back, but no extension can remove the entry from the browser's list.
    const newest = ask("log", "--limit", "50").events.findLast(({ actor }) => actor !== "engine");
    return newest?.kind.startsWith("navigation.") ? undefined : retrace("undo");
  },
  zoom(tabs) {
    const tab = pick(tabs.filter(isWebPage));
    retrace("zoom", pick(["50", "80", "100", "125", "150", "200"]), "--tab", `#${tab.id}`);
  },
  bookmark: () => retrace("bookmark", site.page(fresh()), "--title", `b${count}`, "--folder", "Bookmarks bar"),
  moveBookmark: (tabs, bookmarks) =>
    retrace("bookmark", "move", `#${pick(nodes(bookmarks)).id}`, "--folder", "Other bookmarks", "--position", "1"),
  editBookmark: (tabs, bookmarks) =>
    retrace("bookmark", "edit", `#${pick(nodes(bookmarks).filter(isTitled)).id}`, "--title", `b${count += 1}`),
  removeBookmark: (tabs, bookmarks) => retrace("bookmark", "remove", `#${pick(nodes(bookmarks)).id}`, "--all"),
};

async function step() {
  const strip = await until(() => browser.strip().catch(error => log(`no strip: ${error.message}`)), "the strip");
  const action = pick(Object.keys(actions));
  log(action);
  // What is not possible at this moment, such as a script in a page that goes, is left out.
  await Promise.resolve().then(() => actions[action](strip)).catch(error => {
    if (!(error instanceof NotPossible)) throw error;
    leftOut += 1;
    log(`left out: ${error.message}`);
  });
  await pause(150);
  return action;
}

async function command() {
  const { windows, bookmarks } = ours();
  const chosen = pick(Object.keys(commands));
  log(`command ${chosen}`);
  try {
    commands[chosen](windows.flatMap(window => window.tabs), bookmarks);
  } catch (error) {
    // There is nothing to close, to pin, or to go back to.
    if (!(error instanceof NotPossible) && error.status === undefined) throw error;
    log(`left out: ${error.message}`);
  }
  await compare(`after the command ${chosen}`);
}

function hosts() {
  return fs.readdirSync("/proc").filter(process => {
    try {
      const words = fs.readFileSync(`/proc/${process}/cmdline`, "utf8").split("\0");
      return words.includes("host") && words.includes(profile);
    } catch {
      return false;
    }
  }).map(Number);
}

async function killHost() {
  const former = hosts();
  for (const host of former) process.kill(host, "SIGKILL");
  await until(() => hosts().some(host => !former.includes(host)), "another host", 30_000);
}

async function killBrowser() {
  await browser.saveSession();
  // A browser that crashed may show another tab than before.
  const inactive = tab => line({ ...tab, active: false });
  const lists = () => new Map(tabsOf(ours().windows).map(tab => [tab.id, [inactive(tab), inactive(tab.complete)]]));
  const former = lists();
  const formerStrip = tabsOf(await browser.strip());
  await browser.kill();
  await until(() => hosts().length === 0, "the host ends");
  ids = new Map();
  await browser.open(environment);
  await until(() => hosts().length > 0, "the host", 60_000);
  await compare("after a restart", true);
  const now = lists();
  const strip = tabsOf(await browser.strip());
  const kept = new Set(strip.map(inactive));
  for (const [id, [list, complete]] of former) {
    const text = now.get(id)?.[1];
    // The browser may not have saved the last changes of a list. The tab keeps its id nevertheless.
    if (text === undefined && strip.length >= formerStrip.length) fault(`after a restart: tab ${id} is gone: ${complete}`);
    else if (text !== complete && kept.has(list)) fault(`after a restart: tab ${id} was ${complete}, is ${text}`);
  }
  // Firefox may restore a tab in two windows if it was moved just before.
  const added = [...now.keys()].filter(id => !former.has(id)).length;
  if (added > Math.max(strip.length - formerStrip.length, 0)) fault(`after a restart: ${added} tabs are new`);
}

await browser.open(environment);
await until(() => fs.existsSync(profile), "the profile");
await compare("at the start");
let done = [];
for (let number = 1; number <= steps && faults <= 5; number += 1) {
  done.push(await step());
  if (number % 10 === 0) {
    await compare(`step ${number}, after ${done.join(" ")}`);
    done = [];
  }
  if (kills > 0 && number % Math.ceil(steps / kills) === 0) {
    await killHost();
    await compare(`step ${number}, after a kill of the host`);
    await command();
    await killBrowser();
  }
}
console.log(`${faults} faults in ${steps} steps (${leftOut} left out) with ${kills} kills of the browser and of the host`);
await browser.kill();
site.stop();
process.exit(faults === 0 ? 0 : 1);
