// Compares what the page shows with what the console prints, in the installed browsers, with real clicks and keys.
import assert from "node:assert/strict"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { after, before, describe, test } from "node:test"
import { pathToFileURL } from "node:url"
import { endBrowsers, kinds, withBrowser } from "./browsers.mjs"
import { delimited, newerRecord } from "./records.mjs"
import {
  Inspection, Random, Served, missing, randomLines, recordPictures, recordsOf, retrace, runScript, withRecords,
} from "./programs.mjs"

let folder
const profile = name => path.join(folder, name)

before(() => { folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-inspector-")) })
after(async () => {
  await endBrowsers()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Returns the address of a file with a page. */
function page(name, contents) {
  const file = path.join(folder, `${name}.html`)
  fs.writeFileSync(file, contents)
  return pathToFileURL(file).href
}

/** Writes a page with the log of a profile, and returns its text. */
function inspected(name, ...options) {
  const file = path.join(folder, `${name}.html`)
  retrace(profile(name), "inspect", file, "--replace", ...options)
  return fs.readFileSync(file, "utf8")
}

/** The rows in view in the list of tabs in the next frame, and the event after which they are shown. */
const shownTabs = `new Promise(done => { requestAnimationFrame(() => { setTimeout(done) }) }).then(() => JSON.stringify({
  moment: Number(document.documentElement.dataset.moment),
  count: Number(document.querySelector("#tabs .row:not([hidden])")?.getAttribute("aria-setsize") ?? 0),
  rows: [...document.querySelectorAll("#tabs .row:not([hidden])")].map(row => ({
    place: Number(row.getAttribute("aria-posinset")),
    text: [...row.children].filter(part => part.localName !== "img").map(part => part.textContent),
    level: Number(row.getAttribute("aria-level")),
  })).sort((one, other) => one.place - other.place),
}))`

/** The rows that the page must show for the windows and tabs that the console lists. */
function expectedRows({ windows, tabs, groups }) {
  const names = new Map(groups.map(group => [group.id, group.title || group.color]))
  return windows.flatMap(window => {
    const own = tabs.filter(tab => tab.windowId === window.id)
    return [
      {
        level: 1, text: ["", `${window.name || `Window #${window.id}`}${window.focused ? " · focused" : ""}`,
          `${own.length} ${own.length === 1 ? "tab" : "tabs"}`],
      },
      ...own.map(tab => ({
        level: 2, text: [
          [tab.active && "active", tab.pinned && "pinned", tab.muted && "muted", tab.status !== "complete" && tab.status,
            tab.groupId && names.get(tab.groupId)].filter(Boolean).join(" · "),
          tab.title || (tab.url === "about:start" ? "Start page" : tab.url),
          tab.url === "about:start" ? "" : new URL(tab.url).host.replace(/^www\./, ""),
        ],
      })),
    ]
  })
}

const skip = missing || (kinds.length > 0 ? false : "no browser is installed")

describe("the page", { skip, concurrency: false }, () => {
  for (const Kind of kinds) {
    const { name } = Kind

    test(`${name} shows the state of the console at random moments`, { timeout: 240_000 }, async () => {
      const moments = Number(process.env.RETRACE_MOMENTS ?? 150)
      await withBrowser(Kind, async browser => {
        for (const seed of [1, 2]) {
          const log = `random-${seed}`
          if (!fs.existsSync(profile(log))) runScript(profile(log), randomLines(seed, 250))
          const url = page(`shown-${seed}`, inspected(log))
          await browser.show(url)
          await browser.shown()
          const console_ = await Served.start(profile(log))
          const random = new Random(seed)
          const seen = new Set()
          for (let left = moments; left > 0; left--) {
            if (random.below(3) > 0) await browser.clickOn("#timeline", random.next())
            else {
              if (random.below(4) === 0) await browser.clickOn("#events-heading")
              await browser.press(random.pick(["ArrowLeft", "ArrowRight", "ArrowLeft", "Home", "End"]))
            }
            const shown = JSON.parse(await browser.run(browser.tab, shownTabs))
            seen.add(shown.moment)
            const at = shown.moment === 0 ? "start" : `#${shown.moment}`
            const { windows } = await console_.call("windows", { at })
            const { tabs } = await console_.call("tabs", { at, all: true })
            const { groups } = await console_.call("groups", { at })
            const expected = expectedRows({ windows, tabs, groups })
            assert.equal(shown.count, expected.length, `rows at ${at}`)
            assert.ok(shown.rows.length > 0 || expected.length === 0)
            for (const { place, text, level } of shown.rows) assert.deepEqual({ level, text }, expected[place - 1], `row ${place} at ${at}`)
          }
          await console_.end()
          assert.ok(seen.size > moments / 4, `${seen.size} different moments`)
          assert.deepEqual(await browser.value("violations"), [])
        }
      })
    })

    test(`${name} shows the newest state before it reads the actions`, { timeout: 60_000 }, async () => {
      const log = `early-${name}`
      runScript(profile(log), ["open a.example", "open b.example"])
      await withBrowser(Kind, async browser => {
        await browser.show(page(log, inspected(log)), `
          const { Instance } = WebAssembly
          WebAssembly.Instance = function (module, imports) {
            const { exports } = new Instance(module, imports)
            return { exports: { ...exports, retrace_moments: (...numbers) => {
              const shown = list => document.querySelectorAll(list + " .row:not([hidden])").length
              globalThis.early ??= [document.getElementById("state").textContent, shown("#tabs"), shown("#events") > 0]
              return exports.retrace_moments(...numbers)
            } } }
          }`)
        await browser.shown()
        assert.deepEqual(await browser.value("early"), ["1 window, 2 tabs", 3, true])
        assert.match(await browser.value("document.getElementById('summary').textContent"), / in 2 actions, /)
      })
    })

    test(`${name} runs nothing from titles and addresses`, { timeout: 120_000 }, async () => {
      const titles = [
        "</script><script>hostile++</script>", "<img src=x onerror=hostile++>", "<svg onload=hostile++>", "<!--<script>",
        "evil \u202egpj.exe", "\u2066left\u2069 & &lt;b&gt;", "A".repeat(300_000),
      ]
      const log = `hostile-${name}`
      runScript(profile(log), titles.flatMap((title, index) => [
        `open "a.example/<script>hostile++</script>?${index}"`, `page title '${title}'`, "bookmark",
      ]))
      await withBrowser(Kind, async browser => {
        await browser.show(page(log, inspected(log)))
        await browser.shown()
        const scripts = await browser.value("document.scripts.length")
        // One action is left, after which there is one tab.
        for (let left = 3 * titles.length - 1; left > 0; left--) {
          await browser.press("ArrowLeft")
          await browser.clickOn("#tabs .row:not([hidden]):not(.window)")
        }
        for (const panel of ["action", "tab", "compare", "without", "first", "sites"]) await browser.clickOn(`#tab-${panel}`)
        // In the list of panels, this key would choose the last panel.
        await browser.clickOn("#events-heading")
        await browser.press("End")
        await browser.holds(`[...document.querySelectorAll("#tabs .title")].some(part => part.textContent === "evil \\\\u{202e}gpj.exe")`)
        assert.deepEqual(await browser.value(`({
          hostile, violations, scripts: document.scripts.length, images: document.images.length,
          directions: document.body.textContent.includes("\u202e"),
        })`), { hostile: 0, violations: [], scripts, images: 0, directions: false })
      })
    })

    test(`${name} reports what is missing in a log`, { timeout: 180_000 }, async () => {
      const log = `damaged-${name}`
      runScript(profile(log), randomLines(3, 30))
      const complete = inspected(log)
      const records = recordsOf(complete)
      const count = Number(JSON.parse(retrace(profile(log), "--json", "log", "--limit", "1")).total)
      const changed = Buffer.from(records)
      // The last byte of the first record.
      changed[changed[0]] ^= 1
      const newer = Buffer.concat([records, delimited(newerRecord(count + 1))])
      const log_ = '<script type="text/plain" id="log">'
      const pages = {
        cut: [withRecords(complete, records.subarray(0, records.length - 3)), /its last record is incomplete/],
        changed: [withRecords(complete, changed), /^1 of \d+ records are damaged and left out/],
        newer: [withRecords(complete, newer), /^A newer version of Retrace wrote 1 of the events/],
        packed: [complete.replace(new RegExp(`(${log_}.{200})[^<]*`), "$1"), /The end of the log is missing or damaged/],
        garbage: [withRecords(complete, Buffer.from("no log")), /./],
        empty: [withRecords(complete, Buffer.alloc(0)), null],
      }
      await withBrowser(Kind, async browser => {
        for (const [kind, [contents, message]] of Object.entries(pages)) {
          await browser.show(page(`${log}-${kind}`, contents))
          await browser.shown()
          const shown = await browser.value(`({
            text: document.getElementById("message").textContent, isHidden: document.getElementById("message").hidden,
          })`)
          assert.equal(shown.isHidden, message === null, kind)
          if (message) assert.match(shown.text, message, kind)
        }
        // Without the parts of a browser that the page needs, the page says so.
        for (const part of ["WebAssembly", "DecompressionStream"]) {
          await browser.show(page(log, complete), `delete globalThis.${part}`)
          await browser.shown()
          assert.equal(await browser.value("document.documentElement.dataset.failed"), "true", part)
          assert.match(await browser.value("document.getElementById('message').textContent"), /^This browser /, part)
        }
      })
    })

    test(`${name} follows a served log and changes it if allowed`, { timeout: 180_000 }, async () => {
      const log = profile(`served-${name}`)
      runScript(log, ["open a.example", "open b.example", "open c.example"])
      const titles = () => JSON.parse(retrace(log, "--json", "tabs", "--all")).tabs.map(tab => tab.url)
      const inspection = await Inspection.start(log)
      try {
        await withBrowser(Kind, async browser => {
          const showsTabs = addresses => browser.holds(`JSON.stringify([...document.querySelectorAll("#tabs .row:not([hidden]):not(.window)")]
            .sort((one, other) => one.ariaPosInSet - other.ariaPosInSet).map(row => row.children[1].textContent))
            === ${JSON.stringify(JSON.stringify(addresses))}`)
          await browser.show(inspection.address)
          await browser.shown()
          assert.equal(await browser.value("location.pathname + location.search"), "/")
          await showsTabs(titles())
          retrace(log, "open", "d.example")
          assert.equal(titles().length, 4)
          await showsTabs(titles())
          assert.deepEqual(await browser.value(`[...document.querySelectorAll("#commands button")].map(button => button.disabled)`),
            [true, true, true, true])
          await browser.clickOn("#allow")
          await browser.holds(`!document.getElementById("undo").disabled`)
          await browser.clickOn("#undo")
          await browser.holds(`document.getElementById("served-message").textContent === "Undone."`)
          assert.equal(titles().length, 3)
          await showsTabs(titles())
          await browser.clickOn("#redo")
          await browser.holds(`document.getElementById("served-message").textContent === "Redone."`)
          await showsTabs([...titles()])
          assert.equal(titles().length, 4)
          await browser.clickOn("#events-heading")
          await browser.press("Home")
          await browser.press("ArrowRight")
          await showsTabs(["https://a.example/"])
          await browser.clickOn("#branch input")
          await browser.type("idea")
          await browser.press("Enter")
          await browser.holds(`document.getElementById("served-message").textContent.startsWith("Created the branch “idea”.")`)
          assert.equal(JSON.parse(retrace(log, "--branch", "idea", "--json", "tabs", "--all")).tabs.length, 1)
          await browser.clickOn("#restore")
          await browser.holds(`document.getElementById("served-message").textContent.startsWith("Restored the moment")`)
          assert.deepEqual(titles(), ["https://a.example/"])
          // A second page with the same address is refused, even while the first is open.
          assert.equal((await fetch(inspection.address)).status, 403)
          assert.deepEqual(await browser.value("violations"), [])
          assert.equal(await inspection.end(), 0)
          await browser.holds(`document.getElementById("connection").textContent === "Not connected"`)
        })
      } finally {
        inspection.process.kill()
      }
    })

    test(`${name} shows the pictures of pages`, { timeout: 180_000 }, async () => {
      const place = path.join(folder, `pictures-${name}`)
      const log = path.join(place, "profile")
      await recordPictures(place, [["https://a.example/", 3], ["https://b.example/", 5]])
      await withBrowser(Kind, async browser => {
        /** The widths of the pictures in the list of tabs and in the panel. */
        const widths = `[...document.images].filter(image => image.complete && image.getClientRects().length > 0).map(image => image.naturalWidth)`
        const showsPictures = (...expected) => browser.holds(`JSON.stringify(${widths}) === ${JSON.stringify(JSON.stringify(expected))}`)
        /** Moves to the moment at which a page was pictured. */
        const back = async url => {
          for (let left = 40; left > 0; left--) {
            await browser.press("ArrowLeft")
            const { rows } = JSON.parse(await browser.run(browser.tab, shownTabs))
            if (rows[1]?.text[1] === url) return
          }
          assert.fail(`no moment with ${url}`)
        }
        const check = async () => {
          await showsPictures(5)
          await browser.clickOn("#tabs .row:not([hidden]):not(.window)")
          await showsPictures(5, 5)
          await browser.clickOn("#events-heading")
          await back("https://a.example/")
          await showsPictures(3, 3)
          await browser.press("Home")
          await showsPictures()
          assert.deepEqual(await browser.value("violations"), [])
        }
        const file = path.join(place, "page.html")
        retrace(log, "inspect", file)
        await browser.show(pathToFileURL(file).href)
        await browser.shown()
        assert.deepEqual(await browser.value(widths), [])
        const { inspect } = JSON.parse(retrace(log, "--json", "inspect", file, "--replace", "--pictures", "--share"))
        assert.equal(inspect.pictures, 2)
        await browser.show(pathToFileURL(file).href)
        await browser.shown()
        await check()
        const inspection = await Inspection.start(log)
        try {
          await browser.show(inspection.address)
          await browser.shown()
          await check()
        } finally {
          await inspection.end()
        }
      })
    })

    test(`${name} drops what is forgotten while it follows a log`, { timeout: 180_000 }, async () => {
      const log = profile(`forgotten-${name}`)
      runScript(log, ["open a.example", "open secret.example", "page title 'secret title'", "open c.example"])
      const inspection = await Inspection.start(log)
      try {
        await withBrowser(Kind, async browser => {
          const isReloaded = `performance.getEntriesByType("navigation")[0].type === "reload"`
          await browser.show(inspection.address)
          await browser.shown()
          await browser.holds(`document.body.textContent.includes("secret title")`)
          const newest = await browser.value("document.documentElement.dataset.moment")
          await browser.clickOn("#events-heading")
          await browser.press("ArrowLeft")
          const moment = `${newest - 1}`
          await browser.holds(`document.documentElement.dataset.moment === "${moment}"`)
          retrace(log, "--yes", "forget", "--site", "secret.example")
          await browser.holds(isReloaded)
          await browser.shown()
          await browser.holds(`document.documentElement.dataset.read === "all"`)
          assert.equal(await browser.value("document.documentElement.dataset.moment"), moment)
          assert.equal(await browser.value(`document.documentElement.innerHTML.includes("secret")`), false)
          // The page still follows the log, and nothing else loads it again.
          await browser.value("globalThis.isSame = true")
          retrace(log, "open", "d.example")
          await browser.holds(`document.getElementById("events").textContent.includes("d.example")`)
          assert.equal(await browser.value("globalThis.isSame"), true)
        })
      } finally {
        await inspection.end()
      }
    })
  }
})
