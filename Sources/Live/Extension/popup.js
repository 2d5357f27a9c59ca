import { askForPermission } from "./bookmarks.js";
import { browser } from "./browser.js";

const text = (name, ...values) => browser.i18n.getMessage(name, values.map(String));

/**
 * @param {string} id
 * @returns {any} The element, whose type depends on the page.
 */
const element = id => document.getElementById(id);

/** The time between the last keystroke and the search of the log, in milliseconds. */
const typingPause = 150;

const background = browser.runtime.connect({ name: "popup" });
/** The number of the newest question, so that late answers to earlier questions are ignored. */
let newest = 0;
/** Whether the newest question opens a page. If so, the popup closes once the answer arrives. */
let isOpening = false;
/** The reason why nothing is recorded, or "". */
let problem = "";
let isPaused = false;
/** The number of tabs that the browser has not restored. */
let unrestored = 0;
/** The notice about an action that the browser could not perform, or "". */
let warning = "";
/** Whether the host has answered. Without an answer, the popup shows only the reason. */
let hasState = false;

function ask(question, details = {}) {
  newest += 1;
  background.postMessage({ kind: "ask", question, number: newest, ...details });
}

/** Shows the action that a button would undo or redo. */
function describe(button, action) {
  button.querySelector("small").textContent = action ?? text("nothing");
  button.title = action ?? "";
  button.disabled = !action;
}

/** Returns an address in readable form, without the scheme of websites and without escapes. */
function readable(url) {
  const short = url.replace(/^https?:\/\/(www\.)?/, "").replace(/^([^/]*)\/$/, "$1");
  try {
    return decodeURI(short);
  } catch {
    return short;
  }
}

function row(item) {
  const line = document.createElement("li");
  const button = document.createElement("button");
  const title = document.createElement("b");
  const details = document.createElement("small");
  const url = document.createElement("bdi");
  button.type = "button";
  title.dir = "auto";
  title.textContent = item.title || readable(item.url) || text("startPage");
  url.textContent = readable(item.url);
  details.append(url);
  const note = item.tabs > 1 ? text("more", item.tabs - 1) : item.place && text(`place_${item.place}`);
  if (note) {
    const place = document.createElement("i");
    place.textContent = note;
    details.append(place);
  }
  button.append(title, details);
  button.title = item.title ? `${item.title}\n${item.url}` : item.url;
  button.addEventListener("click", () => {
    isOpening = true;
    ask("bring", { item });
  });
  line.append(button);
  return line;
}

function list(heading, empty, items) {
  element("heading").textContent = heading;
  const rows = items.map(row);
  if (rows.length === 0) {
    const line = document.createElement("li");
    line.className = "empty";
    line.textContent = empty;
    rows.push(line);
  }
  element("list").replaceChildren(...rows);
}

/** Returns a proposal of a program, with buttons to answer it. */
function proposalElement(proposal) {
  const box = document.createElement("div");
  const heading = document.createElement("p");
  const summary = document.createElement("p");
  const words = document.createElement("small");
  const buttons = document.createElement("span");
  heading.textContent = text("proposes", proposal.by, proposal.name);
  summary.textContent = proposal.summary;
  words.textContent = proposal.words;
  words.dir = "auto";
  for (const answer of ["approve", "decline"]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text(answer);
    button.setAttribute("aria-label", `${text(answer)}: ${proposal.name}`);
    button.addEventListener("click", () => {
      warning = "";
      ask(answer, { proposal: proposal.proposal, digest: proposal.digest });
    });
    buttons.append(button);
  }
  box.append(heading, summary, words, buttons);
  return box;
}

/** Shows the most important notice, if there is one. */
function notify() {
  const [heading, details, action] =
    problem ? [text("notRecording"), problem]
    : isPaused ? [text("paused"), ""]
    : warning ? ["", warning]
    : unrestored > 0 ? ["", unrestored === 1 ? text("unrestoredOne") : text("unrestored", unrestored), "repair"]
    : [];
  const notice = element("notice");
  document.querySelector("main").hidden = problem !== "" && !hasState;
  notice.hidden = heading === undefined;
  notice.querySelector("b").textContent = heading ?? "";
  notice.querySelector("span").textContent = details ?? "";
  notice.querySelector("button").hidden = action === undefined;
}

background.onMessage.addListener(message => {
  if (message.kind === "state") {
    isPaused = message.isPaused;
    element("pause").checked = isPaused;
    element("bookmarks").hidden = message.hasBookmarks;
    problem = message.problem ? text("noHost", message.problem) : "";
    notify();
    return;
  }
  if (message.number !== undefined && message.number !== newest) return;
  problem = message.problem ?? "";
  if (isOpening && !problem && !message.notice) {
    window.close();
    return;
  }
  isOpening = false;
  warning = message.notice ?? warning;
  element("unseen").hidden = !message.unseen;
  element("unseen").textContent = message.unseen ? text("unseen", message.unseen) : "";
  if (message.state) {
    hasState = true;
    describe(element("undo"), message.state.undo);
    describe(element("redo"), message.state.redo);
    unrestored = message.state.unrestored ?? 0;
    const proposals = message.state.proposals ?? [];
    element("proposals").replaceChildren(...proposals.map(proposalElement));
    element("proposals").hidden = proposals.length === 0;
    if (!element("search").value) list(text("closed"), text("nothingClosed"), message.state.closed);
  }
  if (message.found) list(text("found"), text("nothingFound"), message.found);
  notify();
});

element("undo").addEventListener("click", () => { ask("undo"); });
element("redo").addEventListener("click", () => { ask("redo"); });
document.querySelector("#notice button").addEventListener("click", () => { ask("repair"); });
element("inspect").textContent = text("inspect");
element("inspect").addEventListener("click", () => {
  isOpening = true;
  ask("inspect");
});
element("pause").addEventListener("change", () => {
  background.postMessage({ kind: "pause", value: element("pause").checked });
});

element("bookmarks").textContent = text("recordBookmarks");
element("bookmarks").addEventListener("click", async () => {
  if (await askForPermission()) element("bookmarks").hidden = true;
});

element("proposals").setAttribute("aria-label", text("proposals"));

const pictures = element("pictures").querySelector("input");
element("pictures").querySelector("span").textContent = text("pictures");
pictures.addEventListener("change", () => { browser.storage.local.set({ pictures: pictures.checked }); });
browser.storage.local.get("pictures").then(stored => { pictures.checked = stored.pictures ?? false; });

let typing;
element("search").addEventListener("input", () => {
  clearTimeout(typing);
  const words = element("search").value.trim();
  typing = setTimeout(() => { ask(words ? "search" : "state", { words }); }, typingPause);
});

/** Moves through the list with the arrow keys, and opens its first page with Enter. */
document.addEventListener("keydown", event => {
  const search = element("search");
  const rows = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("li button"))];
  const place = rows.findIndex(row => row === document.activeElement);
  if (place < 0 && document.activeElement !== search) return;
  if (event.key === "ArrowDown") (rows[place + 1] ?? rows[place])?.focus();
  else if (event.key === "ArrowUp") (rows[place - 1] ?? search).focus();
  else if (event.key === "Enter" && place < 0 && search.value) rows[0]?.click();
  else return;
  event.preventDefault();
});

document.documentElement.lang = browser.i18n.getUILanguage();
document.documentElement.dir = text("@@bidi_dir");
for (const name of ["undo", "redo"]) {
  element(name).querySelector("b").textContent = text(name);
  describe(element(name), null);
}
element("search").placeholder = text("search");
element("search").setAttribute("aria-label", text("search"));
document.querySelector("#notice button").textContent = text("repair");
document.querySelector("#pausing span").textContent = text("pause");
ask("state");
