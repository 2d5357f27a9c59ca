// Draws the picture of the README in Chromium. With RETRACE_WRITE_PICTURE=1, the test writes the picture.
import assert from "node:assert/strict"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { after, test } from "node:test"
import { pathToFileURL } from "node:url"
import { endBrowsers, kinds, withBrowser } from "./browsers.mjs"
import { missing, retrace } from "./programs.mjs"

const file = path.resolve(import.meta.dirname, "../../Sources/Inspector/inspector.png")
const largest = 150_000

after(endBrowsers)

/** A morning of reading, an agent that tidies up, and an evening. */
const sittings = [
  ["2026-03-02T08:55:00Z+23s", [
    "open swift.org/documentation", "page title 'Documentation | Swift.org'", "go swift.org/blog", "page title 'Swift Blog'",
    "open --background en.wikipedia.org/wiki/Event_sourcing", "page title --tab 2 'Event sourcing – Wikipedia'",
    "open lmdb.tech/doc", "page title 'LMDB: Getting Started'", "bookmark", "mark start-of-work", "group 1,3 --title Reading",
    "open news.example/morning", "page title 'Morning news'", "close", "undo", "pin 1", "open docs.example/plan",
    "page title 'Plan of the week'", "go docs.example/plan/monday", "page title 'Monday'", "back", "forward",
  ]],
  ["2026-03-02T13:02:00Z+9s", [
    "open shop.example/lamps", "page title 'Desk lamps'", "go shop.example/lamps/7", "page title 'Desk lamp 7'",
    "open --background shop.example/lamps/9", "page title --tab 6 'Desk lamp 9'", "close 4", "window new", "open maps.example",
    "page title 'Maps'", "branch other-plan", "mark before-tidying",
  ]],
  ["2026-03-02T13:09:00Z+2s", ["move 2 1", "group 4,5 --title Lamps", "discard 4", "mute 1"], "tidier"],
  ["2026-03-03T19:10:00Z+31s", [
    "open films.example/tonight", "page title 'Tonight in the cinema'", "go films.example/tonight/2", "page title 'A long film'",
    "open recipes.example/soup", "page title 'Potato soup'", "undo", "redo", "zoom in", "bookmark",
  ]],
]

const Chromium = kinds.find(Kind => Kind.name === "Chromium")

test("the picture of the README", { skip: missing || (Chromium ? false : "Chromium is not installed"), timeout: 120_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-picture-"))
  try {
    const profile = path.join(folder, "profile")
    for (const [clock, lines, agent] of sittings) {
      const script = path.join(folder, "script")
      fs.writeFileSync(script, `${lines.join("\n")}\n`)
      try {
        retrace(profile, "--yes", "--keep-going", "--clock", clock, ...agent ? ["--as", agent] : [], "-f", script)
      } catch (error) {
        assert.equal(error.status, 1, error.stderr)
      }
    }
    const page = path.join(folder, "page.html")
    retrace(profile, "inspect", page)
    await withBrowser(Chromium, async browser => {
      await browser.resize(1120, 640)
      await browser.show(pathToFileURL(page).href)
      await browser.shown()
      await browser.holds(`document.documentElement.dataset.read === "all"`)
      await browser.clickOn("#events-heading")
      await browser.press("ArrowLeft")
      await browser.press("ArrowLeft")
      await browser.holds(`document.getElementById("moment").textContent === "#48 of 50"`)
      // The panel follows when the moment rests.
      await browser.holds(`document.querySelector("#panel h2").textContent
        === "Event #" + document.documentElement.dataset.moment`)
      const picture = await browser.picture()
      assert.ok(picture.length > 20_000 && picture.length <= largest, `${picture.length} bytes`)
      // A width and a height of 32 bits follow the head.
      assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1120, 640])
      if (process.env.RETRACE_WRITE_PICTURE) fs.writeFileSync(file, picture)
    })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
