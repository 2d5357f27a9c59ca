#!/usr/bin/env node
// Takes pictures of the popup in the installed browsers, in each state, light and dark:
//     node Tests/LiveTests/Browsers/popup.mjs FOLDER [STATE...]
// The popup talks to a stand-in for the extension's background.
import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const extension = path.resolve(import.meta.dirname, "../../../Sources/Live/Extension");
const [place = "popup", ...chosen] = process.argv.slice(2);
const folder = path.resolve(place);

const page = (title, url, more = {}) => ({ title, url, ...more });
const closed = [
  page("Event sourcing", "https://en.wikipedia.org/wiki/Event_sourcing"),
  page("Swift.org – Documentation", "https://www.swift.org/documentation/", { tabs: 4 }),
  page("LMDB: Lightning Memory-Mapped Database", "http://www.lmdb.tech/doc/"),
  page("Navigation API", "https://developer.mozilla.org/en-US/docs/Web/API/Navigation_API"),
  page("Debian – The Universal Operating System", "https://www.debian.org/"),
];
const long = page(
  "A title that is much longer than the popup is wide, as news sites and shops have them, again and again",
  `https://shop.example/${"category/".repeat(12)}item?session=${"0123456789".repeat(8)}`);
const arabic = [
  page("ويكيبيديا، الموسوعة الحرة", "https://ar.wikipedia.org/wiki/%D8%A7%D9%84%D8%B5%D9%81%D8%AD%D8%A9"),
  page("English in a list from right to left", "https://example.org/a/b?c=d"), long,
];
const quiet = { undo: null, redo: null, closed: [] };
const usual = { undo: "closed Event sourcing", redo: "opened https://www.swift.org/", closed };

/** What the popup is told, and what a user does then. */
const states = {
  usual: { state: usual },
  empty: { state: quiet },
  long: {
    state: {
      undo: `closed ${long.title}`, redo: "moved 12 tabs of “Work” to another window",
      closed: [long, page("", long.url), ...closed, ...closed],
    },
  },
  found: {
    state: usual, words: "swift",
    found: ["tab", "back", "closed", "bookmark", "visit"].map((place, number) => ({ ...closed[number], tabs: 1, place })),
  },
  "not-found": { state: usual, words: "nonsense", found: [] },
  "no-inspector": {
    state: usual,
    notice: "The program retrace-exchange, which reads and writes files of other programs, is neither next to retrace nor on PATH.",
  },
  unrestored: { state: { ...usual, unrestored: 3 } },
  proposals: {
    state: {
      ...usual,
      proposals: [
        {
          proposal: 40, digest: "40-1", by: "tidier", name: "tidy",
          words: "Closes articles that you have read, and groups the shopping.",
          summary: "14 tabs closed, 3 groups created; 1 conflict",
        },
      ],
    },
  },
  paused: { state: usual, isPaused: true },
  "no-host": { problem: "Specified native messaging host not found." },
  "right-to-left": { state: { ...usual, undo: "closed ويكيبيديا، الموسوعة الحرة", closed: arabic }, direction: "rtl" },
  focus: { state: usual, key: "ArrowDown" },
};

/** Runs in the page, before the popup. */
function standIn(messages, { state, words, found, notice, isPaused = false, problem = null, direction = "ltr", key }) {
  const listeners = [];
  const tell = message => setTimeout(() => { for (const listener of listeners) listener(message); });
  const getMessage = (name, values = []) => (name === "@@bidi_dir" ? direction
    : messages[name].message.replace(/\$([A-Z]+)\$/g, (_, placeholder) =>
      values[messages[name].placeholders[placeholder.toLowerCase()].content.slice(1) - 1]));
  const port = {
    onMessage: { addListener: listener => { listeners.push(listener); } },
    postMessage({ question, number }) {
      tell({ kind: "state", isPaused, problem, isReady: true, hasBookmarks: false });
      if (question === "search") tell({ kind: "answer", number, found });
      else if (state) tell({ kind: "answer", number, state, notice });
    },
  };
  globalThis.browser = {
    runtime: { connect: () => port, getURL: () => "" },
    i18n: { getMessage, getUILanguage: () => "en" },
    storage: { local: { get: async () => ({}), set: async () => {} } },
    permissions: { onAdded: { addListener() {} } },
  };
  addEventListener("DOMContentLoaded", () => {
    const search = document.getElementById("search");
    if (words) {
      search.value = words;
      search.dispatchEvent(new Event("input"));
    }
    setTimeout(() => {
      search.focus();
      if (key) document.dispatchEvent(new KeyboardEvent("keydown", { key }));
    }, 200);
  });
}

const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json" };

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  if (pathname === "/wait") {
    // Firefox takes the picture when everything has loaded.
    setTimeout(() => response.writeHead(404).end(), 800);
    return;
  }
  const file = path.join(extension, pathname);
  if (!fs.existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  let text = fs.readFileSync(file, "utf8");
  if (pathname === "/popup.html") {
    const messages = fs.readFileSync(path.join(extension, "_locales/en/messages.json"), "utf8");
    const state = JSON.stringify(states[searchParams.get("state")]);
    text = text.replace("<body>", `<body><img src="/wait" hidden><script>(${standIn})(${messages}, ${state})</script>`);
  }
  response.writeHead(200, { "content-type": `${types[path.extname(file)]}; charset=utf-8` }).end(text);
});
await new Promise(done => { server.listen(0, "127.0.0.1", done); });

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-popup-"));

async function chromium(url, file, isDark) {
  await run("/usr/bin/chromium", [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", `--user-data-dir=${scratch}/chromium`,
    `--blink-settings=preferredColorScheme=${isDark ? 0 : 1}`, "--virtual-time-budget=2000",
    "--force-device-scale-factor=2", "--window-size=500,560", `--screenshot=${file}`, url,
  ]);
}

async function firefox(url, file, isDark) {
  const profile = path.join(scratch, "firefox");
  fs.mkdirSync(profile, { recursive: true });
  fs.writeFileSync(path.join(profile, "user.js"), [
    ["ui.systemUsesDarkTheme", isDark ? 1 : 0], ["layout.css.prefers-color-scheme.content-override", isDark ? 0 : 1],
    ["browser.aboutwelcome.enabled", false], ["browser.startup.homepage_override.mstone", "ignore"],
    ["datareporting.policy.dataSubmissionPolicyBypassNotification", true],
  ].map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(""));
  await run("/usr/bin/firefox-esr", [
    "--headless", "--no-remote", "--profile", profile, "--window-size=500,560", "--screenshot", file, url,
  ]);
}

fs.mkdirSync(folder, { recursive: true });
for (const [name, take] of Object.entries({ chromium, firefox })) {
  for (const state of chosen.length > 0 ? chosen : Object.keys(states)) {
    for (const isDark of [false, true]) {
      const url = `http://127.0.0.1:${server.address().port}/popup.html?state=${state}`;
      const file = path.join(folder, `${name}-${state}-${isDark ? "dark" : "light"}.png`);
      await take(url, file, isDark);
    }
  }
}
server.close();
fs.rmSync(scratch, { recursive: true, force: true });
console.log(`The pictures are in ${folder}.`);
