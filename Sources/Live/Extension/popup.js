import { askForPermission } from "./bookmarks.js";
import { browser } from "./browser.js";

const text = (name, ...values) => browser.i18n.getMessage(name, values);
const element = id => document.getElementById(id);

/** The time after the last key before the log is searched, in milliseconds. */
const typingPause = 150;

const background = browser.runtime.connect({ name: "popup" });
/** The number of the newest question, so that late answers to earlier ones are ignored. */
let newest = 0;

function ask(question, details = {}) {
  newest += 1;
  background.postMessage({ kind: "ask", question, number: newest, ...details });
}

function describe(button, label, action) {
  button.querySelector("b").textContent = label;
  button.querySelector("small").textContent = action ?? text("nothing");
  button.title = action ?? "";
  button.disabled = action === null || action === undefined;
}

function row(item) {
  const line = document.createElement("li");
  const button = document.createElement("button");
  const title = document.createElement("b");
  const url = document.createElement("small");
  title.textContent = item.title || item.url || text("startPage");
  url.textContent = item.url;
  button.append(title, url);
  button.addEventListener("click", () => { ask("bring", { item }); });
  line.append(button);
  return line;
}

function list(heading, items) {
  element("heading").textContent = heading;
  const rows = items.map(row);
  if (rows.length === 0) {
    const line = document.createElement("li");
    line.className = "empty";
    line.textContent = text("none");
    rows.push(line);
  }
  element("list").replaceChildren(...rows);
}

function showProblem(problem) {
  element("problem").hidden = !problem;
  element("problem").textContent = problem ?? "";
}

background.onMessage.addListener(message => {
  if (message.kind === "state") {
    element("pause").checked = message.isPaused;
    element("bookmarks").hidden = message.hasBookmarks;
    showProblem(message.problem && text("noHost", message.problem));
    return;
  }
  if (message.number !== undefined && message.number !== newest) return;
  showProblem(message.problem ?? message.notice);
  element("unseen").hidden = !message.unseen;
  element("unseen").textContent = message.unseen ? text("unseen", String(message.unseen)) : "";
  if (message.state) {
    describe(element("undo"), text("undo"), message.state.undo);
    describe(element("redo"), text("redo"), message.state.redo);
    if (!element("search").value) list(text("closed"), message.state.closed);
  }
  if (message.found) list(text("found"), message.found);
});

element("undo").addEventListener("click", () => { ask("undo"); });
element("redo").addEventListener("click", () => { ask("redo"); });
element("pause").addEventListener("change", event => {
  background.postMessage({ kind: "pause", value: event.target.checked });
});

element("bookmarks").textContent = text("recordBookmarks");
element("bookmarks").addEventListener("click", async () => {
  if (await askForPermission()) element("bookmarks").hidden = true;
});

const pictures = element("pictures").querySelector("input");
element("pictures").querySelector("span").textContent = text("pictures");
pictures.addEventListener("change", () => { browser.storage.local.set({ pictures: pictures.checked }); });
browser.storage.local.get("pictures").then(stored => { pictures.checked = stored.pictures ?? false; });

let typing;
element("search").addEventListener("input", event => {
  clearTimeout(typing);
  const words = event.target.value.trim();
  typing = setTimeout(() => { ask(words ? "search" : "state", { words }); }, typingPause);
});

element("search").placeholder = text("search");
element("search").setAttribute("aria-label", text("search"));
document.querySelector("footer span").textContent = text("pause");
document.documentElement.lang = browser.i18n.getUILanguage();
describe(element("undo"), text("undo"), null);
describe(element("redo"), text("redo"), null);
ask("state");
