// The button in the popup that asks for the permission to record bookmarks.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import { installed, program, source, until } from "./browsers.mjs";

/** Clicks the button with the mouse. Firefox accepts the request only then. */
async function clickReally(browser, popup) {
  const [x, y] = JSON.parse(await browser.run(popup, `(() => {
    const { left, top, width, height } = document.querySelector("#bookmarks").getBoundingClientRect();
    return JSON.stringify([left + width / 2, top + height / 2].map(Math.round));
  })()`));
  await browser.remote.call("input.performActions", {
    context: popup, actions: [{
      type: "pointer", id: "mouse", actions: [
        { type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 },
      ],
    }],
  });
}

for (const Kind of installed) {
  describe(Kind.name, () => {
    test("bookmarks are recorded once the user allows it in the popup", { timeout: 120_000 }, async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-permission-"));
      const environment = { ...process.env, HOME: path.join(folder, "home") };
      delete environment.XDG_DATA_HOME;
      delete environment.XDG_CONFIG_HOME;
      fs.mkdirSync(environment.HOME, { recursive: true });
      const browser = new (class extends Kind {
        // Firefox grants the permission without a prompt, which nobody could answer.
        get morePreferences() { return { "extensions.webextOptionalPermissionPrompts": false }; }
      })(folder);
      fs.copyFileSync(path.join(source, "manifest.json"), path.join(browser.extension, "manifest.json"));
      const profile = path.join(environment.HOME, ".local/share/retrace", browser.name);
      const retrace = (...words) => execFileSync(program, words, { env: environment, encoding: "utf8" });
      const bookmarks = () => JSON.parse(retrace("--profile", profile, "--json", "bookmarks")).bookmarks;
      const options = browser.userDataFolder ? ["--user-data-dir", browser.userDataFolder] : [];
      retrace("live", "install", browser.name, ...options);
      try {
        await browser.open(environment);
        await until(() => fs.existsSync(profile) && JSON.parse(retrace("live", "--json")).live[0].connected, "the connection");
        const popup = await browser.openPopup();
        const isShown = () => browser.run(popup, "!document.querySelector('#bookmarks').hidden");
        await until(isShown, "the button");
        assert.deepEqual(bookmarks(), []);
        if (browser.name === "chromium") {
          // Nobody can answer the prompt of Chromium, so the test answers the request instead.
          await browser.run(popup, `void (chrome.permissions.request = async request => {
            globalThis.requested = JSON.stringify(request);
            return globalThis.isGranted ?? false;
          })`);
        }
        const click = () => (browser.name === "chromium"
          ? browser.run(popup, "void document.querySelector('#bookmarks').click()") : clickReally(browser, popup));
        await click();
        if (browser.name === "chromium") {
          assert.equal(await browser.run(popup, "requested"), '{"permissions":["bookmarks"]}');
          assert.equal(await isShown(), true);
          await browser.run(popup, "void (globalThis.isGranted = true)");
          await click();
        }
        await until(async () => !await isShown(), "the button is hidden");
        if (browser.name === "firefox") {
          await browser.bookmark("A", "https://a.example/");
          await until(() => JSON.stringify(bookmarks()).includes("https://a.example/"), "the recorded bookmark");
        }
      } finally {
        await browser.kill();
        fs.rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}
