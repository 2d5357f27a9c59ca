// Starts the installed browsers with exported files, and asks them what they have read. Run it with
// .ci/live.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { Chromium, Firefox, installed, program, until } from "./browsers.mjs";
import { DrivenFirefox } from "./driven.mjs";

describe("exported files", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-exported-"));
  const profile = path.join(folder, "log");
  const retrace = (...words) => execFileSync(program, ["-p", profile, ...words], { encoding: "utf8" });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  test("Chromium takes exported bookmarks for its own", { skip: !installed.includes(Chromium) }, async () => {
    retrace("folder", "Bookmarks bar/Ünï “x” \\ 🎉");
    const add = (url, title, place) =>
      retrace("bookmark", url, "--title", title, ...place ? ["--folder", place] : []);
    add("https://a.example/?q=\"1\"&r=ü", "<b>A & B</b>", "Bookmarks bar/Ünï “x” \\ 🎉");
    add("https://b.example/", "b", "Bookmarks bar");
    add("https://c.example/#x", "top");
    const browser = new Chromium(path.join(folder, "chromium"));
    const file = path.join(browser.userDataFolder, "Default", "Bookmarks");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    retrace("export", "chromium-bookmarks", file);
    await browser.open();
    const page = await browser.newTab("chrome://bookmarks");
    const session = await browser.session(page);
    const { result } = await until(async () => {
      const answer = await browser.remote.call("Runtime.evaluate", {
        expression: "chrome.bookmarks.getTree()", awaitPromise: true, returnByValue: true,
      }, session).catch(() => null);
      return answer?.result.value && answer;
    }, "the page of bookmarks");
    await browser.kill();
    // Chromium gives new ids to the nodes of a file with a wrong checksum.
    const lines = nodes => nodes.flatMap(({ id, parentId, title, url, children = [] }) => [
      ...parentId === undefined ? [] : [[id, title, url].join(" ").trim()], ...lines(children),
    ]);
    assert.deepEqual(lines(result.value), [
      "1 Bookmarks bar", "2 Ünï “x” \\ 🎉", "3 <b>A & B</b> https://a.example/?q=%221%22&r=%C3%BC",
      "4 b https://b.example/", "5 Other bookmarks", "6 top https://c.example/#x",
    ]);
  });

  test("the schema of Firefox accepts an exported session", { skip: !installed.includes(Firefox) }, async () => {
    retrace("open", "https://a.example/1");
    retrace("go", "https://a.example/2");
    retrace("open", "https://b.example/");
    retrace("pin");
    retrace("open", "https://c.example/");
    retrace("group", "2", "3", "--title", "Both");
    const browser = new DrivenFirefox(path.join(folder, "firefox"));
    const file = path.join(folder, "session.jsonlz4");
    retrace("export", "firefox-session", file);
    await browser.open();
    const checked = await browser.drive(`
      const { JsonSchema } = ChromeUtils.importESModule("resource://gre/modules/JsonSchema.sys.mjs");
      const { fetch, IOUtils } = Services.wm.getMostRecentBrowserWindow();
      return fetch("resource:///modules/sessionstore/session.schema.json")
        .then(answer => answer.json())
        .then(async schema => {
          const session = await IOUtils.readJSON(${JSON.stringify(file)}, { decompress: true });
          const { valid, errors } = JsonSchema.validate(session, schema);
          return { valid, errors: errors.map(error => JSON.stringify(error)) };
        });`);
    await browser.kill();
    assert.deepEqual(checked, { valid: true, errors: [] });
  });
});
