// Records two browsers in one profile, and checks that each keeps its own windows.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { Chromium, Firefox, installed, program, until } from "./browsers.mjs";
import { startSite } from "./site.mjs";

for (const [First, Second, labels] of [
  [Firefox, Firefox, ["Firefox", "Firefox 2"]],
  [Chromium, Firefox, ["Chromium", "Firefox"]],
]) {
  if (!installed.includes(First) || !installed.includes(Second)) continue;
  describe(labels.join(" and "), () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-shared-"));
    const environment = { ...process.env, HOME: path.join(folder, "home") };
    delete environment.XDG_DATA_HOME;
    delete environment.XDG_CONFIG_HOME;
    const profile = path.join(folder, "shared");
    const [first, second] = [First, Second].map((Kind, number) => {
      const place = path.join(folder, `${number}`);
      fs.mkdirSync(place);
      return new Kind(place);
    });
    let site;

    const retrace = (...words) =>
      execFileSync(program, ["--profile", profile, ...words], { env: environment, encoding: "utf8" });
    const ask = (...words) => JSON.parse(retrace("--json", ...words));
    const connected = () => JSON.parse(retrace("live", "--json")).live.filter(row => row.connected);
    const count = async browser => (await browser.tabs()).length;

    /** The paths of the pages in the profile, by the browser of their window. */
    function pages() {
      const browsers = new Map(ask("windows").windows.map(({ id, browser }) => [id, browser]));
      const found = {};
      for (const { windowId, url } of ask("tabs", "--all").tabs) {
        if (url.startsWith("http")) (found[browsers.get(windowId)] ??= []).push(new URL(url).pathname);
      }
      for (const list of Object.values(found)) list.sort();
      return found;
    }

    async function expectPages(expected) {
      let shown;
      await until(() => {
        shown = pages();
        return JSON.stringify(Object.entries(shown).sort()) === JSON.stringify(Object.entries(expected).sort());
      }, JSON.stringify(expected)).catch(() => { assert.deepEqual(shown, expected); });
    }

    before(async () => {
      fs.mkdirSync(environment.HOME);
      site = await startSite();
      for (const browser of new Set([first, second].map(({ name, userDataFolder }) => `${name} ${userDataFolder ?? ""}`))) {
        const [name, userDataFolder] = browser.split(" ");
        retrace("live", "install", name, ...userDataFolder ? ["--user-data-dir", userDataFolder] : []);
      }
      await first.open(environment);
      await until(() => connected().length === 1 && connected()[0].label, "the first browser", 60_000);
      await second.open(environment);
      await until(() => connected().length === 2 && connected().every(({ label }) => label), "the second browser", 60_000);
    });

    after(async () => {
      await first.kill();
      await second.kill();
      site.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    });

    test("each browser has its own windows", async () => {
      await first.newTab(site.page("/first?tall"));
      await second.newTab(site.page("/second"));
      await expectPages({ [labels[0]]: ["/first"], [labels[1]]: ["/second"] });
      assert.deepEqual(connected().map(({ label }) => label).sort(), labels);
      assert.equal(await count(first), 2);
      assert.equal(await count(second), 2);
    });

    test("the console changes the browser of the window", async () => {
      const windows = ask("windows").windows;
      const place = windows.findIndex(({ browser }) => browser === labels[0]) + 1;
      retrace("window", `${place}`);
      retrace("open", site.page("/opened"));
      await until(async () => await count(first) === 3, "the tab");
      await expectPages({ [labels[0]]: ["/first", "/opened"], [labels[1]]: ["/second"] });
      retrace("undo");
      await until(async () => await count(first) === 2, "two tabs");
      assert.equal(await count(second), 2);
    });

    test("a tab is moved to the other browser and scrolled to the same place", async () => {
      /** Evaluates an expression in the tab that shows the page. */
      const inFirst = async (browser, expression) => {
        for (const id of await browser.tabs()) {
          const shown = await browser.run(id, "location.pathname").catch(() => "");
          if (shown === "/first") return browser.run(id, expression);
        }
        return undefined;
      };
      await inFirst(first, "scrollTo(0, 700)");
      // The position is recorded when the page is hidden.
      const other = await first.newTab(site.page("/other"));
      await until(
        () => ask("log", "--limit", "40").events.some(({ kind, y }) => kind === "page.scrolled" && y === 700),
        "the scroll position");
      await first.closeTab(other);
      await until(async () => await count(first) === 2, "two tabs");
      const tab = ask("tabs", "--all").tabs.find(({ url }) => url.endsWith("/first?tall"));
      const place = ask("windows").windows.findIndex(({ browser }) => browser === labels[1]) + 1;
      retrace("move", `#${tab.id}`, "--window", `${place}`);
      await until(async () => await count(first) === 1 && await count(second) === 3, "the tab");
      await expectPages({ [labels[1]]: ["/first", "/second"] });
      await until(async () => await inFirst(second, "scrollY") === 700, "the place");
    });

    test("windows keep their browser after a restart", async () => {
      const windows = ask("windows").windows.map(({ id, browser }) => [id, browser]);
      await second.saveSession();
      await second.end();
      await until(() => connected().length === 1, "the host ends");
      fs.cpSync(path.join(folder, "1"), path.join(folder, "2"), { recursive: true });
      const third = await first.newTab(site.page("/third"));
      await expectPages({ [labels[0]]: ["/third"], [labels[1]]: ["/first", "/second"] });
      await second.open(environment);
      await until(() => connected().length === 2 && connected().every(({ label }) => label), "connected again", 60_000);
      await second.newTab(site.page("/fourth"));
      await expectPages({ [labels[0]]: ["/third"], [labels[1]]: ["/first", "/fourth", "/second"] });
      assert.deepEqual(ask("windows").windows.map(({ id, browser }) => [id, browser]), windows);
      assert.equal(await count(first), 2);
      await first.closeTab(third);
      await expectPages({ [labels[1]]: ["/first", "/fourth", "/second"] });
    });

    test("a copied browser gets windows of its own", async () => {
      const copy = new Second(path.join(folder, "2"));
      try {
        await copy.open(environment);
        await until(() => connected().filter(({ label }) => label).length === 3, "the copy", 60_000);
        const label = labels[1] === "Firefox" ? "Firefox 2" : "Firefox 3";
        await copy.newTab(site.page("/copy"));
        await until(() => pages()[label]?.includes("/copy"), "the page of the copy");
        assert.deepEqual(pages()[labels[1]], ["/first", "/fourth", "/second"]);
        assert.deepEqual(pages()[label], ["/copy", "/first", "/second"]);
        assert.equal(await count(first), 1);
      } finally {
        await copy.kill();
      }
    });
  });
}
