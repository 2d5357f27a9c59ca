// Connects the installed browsers like a user, and compares their tabs with the profile, in both
// directions. Run it with .ci/live.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { installed, program, until } from "./browsers.mjs";
import { startSite } from "./site.mjs";

/** The reason to skip the test of the inspector, or false. */
const withoutInspector = [`${program}-exchange`, path.resolve(import.meta.dirname, "../../../.build/javascript/inspector.html")]
  .filter(file => !fs.existsSync(file)).map(file => `${file} is missing`)[0] ?? false;

for (const Kind of installed) {
  describe(Kind.name, () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-live-"));
    const environment = { ...process.env, HOME: path.join(folder, "home") };
    delete environment.XDG_DATA_HOME;
    delete environment.XDG_CONFIG_HOME;
    const browser = new Kind(folder);
    const profile = path.join(environment.HOME, ".local/share/retrace", browser.name);
    let site;
    /** The tab that most tests use. */
    let tab;

    const retrace = (...words) => execFileSync(program, words, { env: environment, encoding: "utf8" });
    const ask = (...words) => JSON.parse(retrace("--profile", profile, "--json", ...words));

    /** The lists of the open tabs in the profile, as text with brackets around the current page. */
    function lists() {
      return ask("tabs", "--all").tabs.map(({ history: { index, entries } }) => {
        const names = entries.map(({ url }) => (url.startsWith("http") ? new URL(url).pathname : "start"));
        names[index] = `[${names[index]}]`;
        return names.join(" ");
      }).sort();
    }

    const isConnected = () => JSON.parse(retrace("live", "--json")).live[0].connected;
    const ids = () => ask("tabs", "--all").tabs.map(({ id }) => id);
    const newestEvent = () => ask("log", "--limit", "1").events[0].sequence;

    /** Waits until the profile has exactly these lists. */
    async function expectLists(...expected) {
      let shown;
      await until(() => {
        shown = lists();
        return JSON.stringify(shown) === JSON.stringify([...expected].sort());
      }, expected.join(" | ")).catch(() => {
        assert.deepEqual(shown, [...expected].sort());
      });
    }

    /** Waits until a tab of the browser has loaded a page, as the entry with a number. */
    const shows = (url, length) => until(async () => {
      for (const id of await browser.tabs()) {
        const shown = await browser.run(id, "`${location.href} ${document.readyState} ${history.length}`")
          .catch(() => "");
        if (shown === `${url} complete ${length}`) return true;
      }
      return false;
    }, `${browser.name} shows ${url}`);

    before(async () => {
      fs.mkdirSync(environment.HOME, { recursive: true });
      site = await startSite();
      const options = browser.userDataFolder ? ["--user-data-dir", browser.userDataFolder] : [];
      retrace("live", "install", browser.name, ...options);
      await browser.open(environment);
      await until(() => fs.existsSync(profile) && lists().length > 0, "the first report");
    });

    after(async () => {
      await browser.kill();
      site.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    });

    test("the browser is connected", () => {
      assert.equal(isConnected(), true);
    });

    test("pages are recorded with their lists", async () => {
      tab = await browser.newTab(site.page("/a"));
      await expectLists("[start]", "[/a]");
      await browser.runLeaving(tab, `location.href = ${JSON.stringify(site.page("/b"))}`);
      await expectLists("[start]", "/a [/b]");
      await browser.run(tab, "history.pushState(1, '', '/c')");
      await expectLists("[start]", "/a /b [/c]");
      await browser.run(tab, "history.replaceState(1, '', '/d')");
      await expectLists("[start]", "/a /b [/d]");
      await browser.navigate(tab, site.otherPage("/x"));
      await expectLists("[start]", "/a /b /d [/x]");
      await browser.runLeaving(tab, "history.back()");
      await expectLists("[start]", "/a /b [/d] /x");
      await browser.runLeaving(tab, "history.go(-2)");
      await expectLists("[start]", "[/a] /b /d /x");
    });

    test("the console goes back and forward", async () => {
      const newest = newestEvent();
      retrace("--profile", profile, "forward", "2");
      await shows(site.page("/d"), 4);
      await expectLists("[start]", "/a /b [/d] /x");
      // The effect of an order is not recorded again.
      const events = ask("log", "--since", `${newest}`).events.filter(({ actor }) => actor === "user");
      assert.equal(events.length, 1);
    });

    test("undo and redo reach the browser", async () => {
      await browser.navigate(tab, site.page("/e"));
      await expectLists("[start]", "/a /b /d [/e]");
      retrace("--profile", profile, "undo");
      await shows(site.page("/d"), 4);
      retrace("--profile", profile, "redo");
      await shows(site.page("/e"), 4);
      await expectLists("[start]", "/a /b /d [/e]");
    });

    test("the console opens, navigates and closes tabs", async () => {
      retrace("--profile", profile, "open", site.page("/opened"));
      await shows(site.page("/opened"), 1);
      await expectLists("[start]", "/a /b /d [/e]", "[/opened]");
      retrace("--profile", profile, "go", site.page("/gone"));
      await shows(site.page("/gone"), 2);
      await expectLists("[start]", "/a /b /d [/e]", "/opened [/gone]");
      retrace("--profile", profile, "close", "3");
      await until(async () => (await browser.tabs()).length === 2, "two tabs");
      retrace("--profile", profile, "undo");
      await shows(site.page("/gone"), 2);
      await expectLists("[start]", "/a /b /d [/e]", "/opened [/gone]");
    });

    test("the console moves a tab to a new window", async () => {
      const placed = () => ask("log", "--kind", "window", "--actor", "engine").events
        .filter(({ kind }) => kind === "window.placed").length;
      const former = placed();
      retrace("--profile", profile, "move", "3", "--new-window");
      await until(() => placed() > former, "the window of the browser");
      assert.equal((await browser.tabs()).length, 3);
      assert.equal(ask("windows").windows.length, 2);
      retrace("--profile", profile, "undo");
      await until(() => ask("windows").windows.length === 1, "one window");
      await shows(site.page("/gone"), 2);
      await expectLists("[start]", "/a /b /d [/e]", "/opened [/gone]");
    });

    test("what the browser refuses is told", async () => {
      const notices = () => JSON.parse(retrace("live", "--json")).live[0].notices;
      retrace("--profile", profile, "open", "file:///etc/hostname");
      await until(() => notices().length === 1, "the notice");
      assert.match(notices()[0], /^Tab #\d+: Extensions may not open its page\.$/);
      await until(async () => (await browser.tabs()).length === 4, "four tabs");
      retrace("--profile", profile, "undo");
      await until(async () => (await browser.tabs()).length === 3, "three tabs");
      await expectLists("[start]", "/a /b /d [/e]", "/opened [/gone]");
    });

    test("a tab that a page opens has an opener", async () => {
      await browser.run(tab, "void window.open('/popped')");
      await expectLists("[start]", "/a /b /d [/e]", "/opened [/gone]", "[/popped]");
      const all = ask("tabs", "--all").tabs;
      const popped = all.find(({ history }) => history.entries[0].url.endsWith("/popped"));
      const opener = all.find(({ history }) => history.entries[0].url.endsWith("/a"));
      assert.equal(popped.openerTabId, opener.id);
      retrace("--profile", profile, "close", `#${popped.id}`);
      await until(async () => (await browser.tabs()).length === 3, "three tabs");
      await browser.activate(tab);
    });

    test("the scroll position of a page that was left is recorded", async () => {
      const scrolls = () => ask("log", "--limit", "40").events.filter(({ kind }) => kind === "page.scrolled");
      await browser.run(tab, "document.body.style.height = '5000px'; scrollTo(0, 700)");
      await browser.run(tab, "void history.pushState(1, '', '/after')");
      await expectLists("[start]", "/a /b /d /e [/after]", "/opened [/gone]");
      await until(() => scrolls().length === 1, "the scroll position");
      assert.equal(scrolls()[0].y, 700);
      await browser.runLeaving(tab, "history.back()");
      await expectLists("[start]", "/a /b /d [/e] /after", "/opened [/gone]");
      await browser.navigate(tab, site.page("/e2"));
      await expectLists("[start]", "/a /b /d /e [/e2]", "/opened [/gone]");
      await browser.runLeaving(tab, "history.back()");
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
    });

    test("a page that navigates all the time is recorded as it is in the end", async () => {
      const wild = await browser.newTab(site.page("/wild"));
      await browser.run(wild, "Object.defineProperty(window, 'navigation', { value: null })");
      await browser.run(wild, "for (let n = 1; n <= 40; n += 1) history.pushState(n, '', '/wild' + n)");
      const names = Array.from({ length: 40 }, (_, n) => (n === 39 ? "[/wild40]" : `/wild${n + 1}`));
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]", `/wild ${names.join(" ")}`);
      await browser.closeTab(wild);
      await browser.activate(tab);
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
    });

    test("a picture of the page is stored if that is switched on", async () => {
      const pictures = () => ask("log", "--limit", "40").events.filter(({ kind }) => kind === "page.pictured");
      assert.equal(pictures().length, 0);
      const popup = await browser.openPopup();
      await until(() => browser.run(popup, "document.querySelector('#pictures span').textContent"), "the popup");
      await browser.run(popup, "document.querySelector('#pictures input').click()");
      await browser.closeTab(popup);
      await browser.activate(tab);
      await until(() => pictures().length === 1, "the picture");
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
    });

    test("the popup opens the inspector, which is not recorded", { skip: withoutInspector }, async () => {
      const pages = async () => {
        const found = [];
        for (const id of await browser.tabs()) {
          const shown = await browser.run(id, "`${location.href} ${document.querySelector('#summary')?.textContent}`")
            .catch(() => "");
          if (/^http:\/\/127\.0\.0\.1:\d+\/ .*events/.test(shown)) found.push(id);
        }
        return found;
      };
      const open = async () => {
        const popup = await browser.openPopup();
        await until(() => browser.run(popup, "document.querySelector('#inspect').textContent"), "the popup");
        await browser.run(popup, "void document.querySelector('#inspect').click()");
        await until(async () => !(await browser.tabs()).includes(popup), "the popup closes");
      };
      await open();
      await until(async () => (await pages()).length === 1, "the inspector");
      const [former] = await pages();
      const port = await browser.run(former, "location.port");
      // The tab is used again, because the first server has ended.
      await open();
      await until(async () => {
        const [page, ...more] = await pages();
        return page && more.length === 0 && await browser.run(page, "location.port") !== port;
      }, "the new page");
      const [page] = await pages();
      const newPort = await browser.run(page, "location.port");
      const log = retrace("--profile", profile, "--json", "log", "--limit", "1000");
      assert.match(log, /about:blank#not-recorded/);
      assert.doesNotMatch(log, new RegExp(`\\?key=|:(${port}|${newPort})/`));
      await browser.closeTab(page);
      await browser.activate(tab);
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
    });

    if (browser.openInContainer) {
      test("a tab is reopened in its container", async () => {
        await browser.openInContainer(site.page("/contained"));
        await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]", "[/contained]");
        const { id } = ask("tabs", "--all").tabs.find(
          ({ history }) => history.entries[0].url.endsWith("/contained"));
        retrace("--profile", profile, "close", `#${id}`);
        await until(async () => (await browser.tabs()).length === 3, "three tabs");
        await browser.forgetClosedTabs();
        retrace("--profile", profile, "undo");
        await shows(site.page("/contained"), 1);
        assert.deepEqual(await browser.containers(), [1]);
        retrace("--profile", profile, "close", `#${id}`);
        await until(async () => (await browser.tabs()).length === 3, "three tabs");
        await browser.activate(tab);
      });
    }

    test("zoom is recorded and set", async () => {
      const level = () => ask("zoom").zoom.level;
      await browser.zoom(1.25);
      await until(() => level() === 1.25, "the recorded zoom");
      retrace("--profile", profile, "zoom", "150");
      const scale = () => browser.run(tab, "devicePixelRatio").catch(() => undefined);
      await until(async () => (await scale()) === 1.5, "the zoom of the page");
      retrace("--profile", profile, "undo");
      await until(async () => (await scale()) === 1.25, "the zoom of the page");
      retrace("--profile", profile, "undo");
      await until(async () => (await scale()) === 1, "the zoom of the page");
      assert.equal(level(), 1);
      const notices = () => JSON.parse(retrace("live", "--json")).live[0].notices;
      const former = notices().length;
      retrace("--profile", profile, "zoom", "200", "--temporary");
      if (browser.name === "firefox") {
        await until(() => notices().length > former, "the refusal");
      } else {
        await until(async () => (await scale()) === 2, "the zoom of the tab");
        retrace("--profile", profile, "undo");
      }
      await until(async () => (await scale()) === 1 && level() === 1, "the zoom of the page");
    });

    test("bookmarks are recorded and created", async () => {
      const inBrowser = () => browser.bookmarks();
      /** The bookmarks of the profile in the bar. */
      const recorded = () => {
        const text = nodes => nodes.map(({ title, children }) => (
          children ? `${title}(${text(children)})` : title)).join(" ");
        return text(ask("bookmarks").bookmarks.find(({ title }) => title === "Bookmarks bar")?.children ?? []);
      };
      const recordsAndShows = expected => until(async () => (
        recorded() === expected && await inBrowser() === expected), expected);
      const find = (title, nodes) => nodes.find(node => node.title === title)
        ?? nodes.map(node => find(title, node.children ?? [])).find(node => node);
      const id = title => find(title, ask("bookmarks").bookmarks).id;
      await browser.bookmark("A", "https://a.example/");
      await until(() => recorded() === "A", "the recorded bookmark");
      retrace("--profile", profile, "bookmark", "https://b.example/", "--folder", "Bookmarks bar/F", "--title", "B");
      await recordsAndShows("A F(B)");
      retrace("--profile", profile, "bookmark", "https://c.example/", "--folder", "Bookmarks bar/F", "--title", "C");
      await recordsAndShows("A F(B C)");
      retrace("--profile", profile, "bookmark", "move", `#${id("A")}`, "--folder", "Bookmarks bar/F", "--position", "1");
      await recordsAndShows("F(A B C)");
      retrace("--profile", profile, "bookmark", "move", `#${id("A")}`, "--folder", "Bookmarks bar/F", "--position", "3");
      await recordsAndShows("F(B C A)");
      retrace("--profile", profile, "bookmark", "edit", `#${id("B")}`, "--title", "Better");
      await recordsAndShows("F(Better C A)");
      await browser.removeBookmarkFolder("F");
      await recordsAndShows("");
      retrace("--profile", profile, "undo");
      await recordsAndShows("F(Better C A)");
      const newest = newestEvent();
      await browser.bookmark("D", "https://d.example/");
      await recordsAndShows("F(Better C A) D");
      assert.equal(newestEvent(), newest + 1);
    });

    test("tabs keep their ids and lists after a restart", async () => {
      const former = ids();
      const bookmark = ask("log", "--kind", "bookmark", "--limit", "1").events[0].sequence;
      await browser.saveSession();
      await browser.end();
      await until(() => !isConnected(), "the host ends");
      const sessions = ask("log", "--kind", "session").events.length;
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
      await browser.open(environment);
      await until(isConnected, "connected again");
      await until(() => ask("log", "--kind", "session").events.length > sessions, "another session");
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
      assert.deepEqual(ids(), former);
      assert.equal(ask("log", "--kind", "bookmark", "--limit", "1").events[0].sequence, bookmark);
    });

    test("a browser continues after it was killed", async () => {
      await browser.saveSession();
      await browser.kill();
      await browser.open(environment);
      await until(isConnected, "connected again");
      const fresh = await browser.newTab(site.page("/fresh"));
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]", "[/fresh]");
      await browser.closeTab(fresh);
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
    });

    test("a site is never recorded", async () => {
      retrace("live", "never", "localhost");
      const secret = await browser.newTab(site.otherPage("/secret"));
      await until(() => JSON.stringify(ask("tabs", "--all")).includes("about:blank#not-recorded"), "the tab");
      await browser.navigate(secret, site.page("/open"));
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]", "start [/open]");
      await browser.runLeaving(secret, "history.back()");
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]", "[start] /open");
      assert.doesNotMatch(retrace("--profile", profile, "--json", "log", "--limit", "1000"), /secret/);
      retrace("live", "never", "localhost", "--remove");
      await browser.closeTab(secret);
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
    });

    test("nothing is recorded while paused", async () => {
      retrace("live", "pause");
      const newest = newestEvent();
      const paused = await browser.newTab(site.page("/paused"));
      await shows(site.page("/paused"), 1);
      assert.equal(newestEvent(), newest);
      retrace("live", "resume", browser.name);
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]", "[/paused]");
      await browser.closeTab(paused);
      await expectLists("[start]", "/a /b /d [/e] /e2", "/opened [/gone]");
    });

    test("tabs that did not come back are listed and reopened", async () => {
      await browser.saveSession();
      await browser.kill();
      browser.loseSession();
      await browser.open(environment);
      await until(isConnected, "connected again");
      const missing = () => JSON.parse(retrace("live", "--json")).live[0].missing.map(({ url }) => url);
      // Browsers are given 20 seconds.
      await until(() => missing().length >= 2, "the missing tabs", 60_000);
      assert.ok(missing().includes(site.page("/e")) && missing().includes(site.page("/gone")), `${missing()}`);
      const listed = JSON.parse(retrace("live", "repair", "--dry-run", "--json")).repair[0].tabs;
      assert.deepEqual(listed.map(({ url }) => url), missing());
      assert.equal(lists().includes("/opened [/gone]"), false);
      retrace("live", "repair", browser.name);
      await shows(site.page("/gone"), 1);
      await shows(site.page("/e"), 1);
      await until(() => lists().includes("/a /b /d [/e] /e2") && lists().includes("/opened [/gone]"), "the lists");
      assert.deepEqual(missing(), []);
    });

    test("removing the installation removes all its files", () => {
      retrace("live", "remove", browser.name);
      assert.deepEqual(JSON.parse(retrace("live", "--json")).live, []);
      assert.equal(fs.existsSync(path.join(environment.HOME, ".local/share/retrace-live")), false);
    });
  });
}
