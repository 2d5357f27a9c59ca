// The file that `retrace inspect FILE` writes.
import assert from "node:assert/strict"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { after, before, describe, test } from "node:test"
import { missing, recordPictures, recordsOf, retrace, runScript } from "./programs.mjs"

let folder
let profile
const place = name => path.join(folder, name)
const recordsIn = name => recordsOf(fs.readFileSync(place(name), "utf8")).toString("latin1")

describe("the file of a page", { skip: missing }, () => {
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-file-"))
    profile = place("profile")
    runScript(profile, [
      "open secret.example/secret?q=secret", "page title 'secret title'", "open other.example", "bookmark --folder secret",
      "value set secret.key secret", "open --private private.example",
    ])
  })
  after(() => { fs.rmSync(folder, { recursive: true, force: true }) })

  test("only the user can read it, and it is never replaced unasked", () => {
    const answer = JSON.parse(retrace(profile, "--json", "inspect", place("page.html"))).inspect
    assert.equal(fs.statSync(place("page.html")).mode & 0o777, 0o600)
    const { total } = JSON.parse(retrace(profile, "--json", "log", "--limit", "1"))
    assert.deepEqual([answer.file, answer.events, answer.tabs, answer.hosts], [place("page.html"), total, 2, 2])
    assert.ok(answer.texts > 5)
    const written = fs.readFileSync(place("page.html"))
    assert.throws(() => retrace(profile, "inspect", place("page.html")), /already exists/)
    assert.deepEqual(fs.readFileSync(place("page.html")), written)
    retrace(profile, "inspect", place("page.html"), "--replace")
    // The result depends only on the log.
    assert.deepEqual(fs.readFileSync(place("page.html")), written)
    assert.deepEqual(fs.readdirSync(folder).filter(name => name.endsWith(".part")), [])
  })

  test("private windows and later events are not in it", () => {
    retrace(profile, "inspect", place("all.html"))
    assert.match(recordsIn("all.html"), /secret title/)
    assert.doesNotMatch(recordsIn("all.html"), /private\.example/)
    retrace(profile, "inspect", place("early.html"), "--at", "#2")
    assert.match(recordsIn("early.html"), /secret\.example/)
    assert.doesNotMatch(recordsIn("early.html"), /secret title|other\.example/)
  })

  test("private data is left out, and names are invented", () => {
    retrace(profile, "inspect", place("shared.html"), "--share")
    const shared = recordsIn("shared.html")
    assert.match(shared, /https:\/\/secret\.example\/secret\?left-out/)
    assert.doesNotMatch(shared, /q=secret|secret title/)
    retrace(profile, "inspect", place("redacted.html"), "--redact")
    const redacted = recordsIn("redacted.html")
    assert.match(redacted, /https:\/\/site-1\.test\/part-1\?query-1/)
    assert.doesNotMatch(redacted, /secret|other/)
    retrace(profile, "export", "records", place("records"), "--redact")
    assert.deepEqual(fs.readFileSync(place("records")).toString("latin1"), redacted)
  })

  test("pictures are counted, and left out unless requested", async () => {
    await recordPictures(place("recorded"), [["https://a.example/", 3], ["https://b.example/", 5]])
    const picturesIn = (...options) => {
      const answer = retrace(place("recorded/profile"), "inspect", place("pictures.html"), "--replace", ...options)
      const page = fs.readFileSync(place("pictures.html"), "utf8")
      const lines = /<script type="text\/plain" id="pictures">([^<]*)<\/script>/.exec(page)[1].split("\n").filter(Boolean)
      return [lines.length, Number(/(\d+) pictures?/.exec(answer)?.[1] ?? -1)]
    }
    assert.deepEqual(picturesIn(), [0, -1])
    assert.deepEqual(picturesIn("--pictures"), [2, 2])
    assert.deepEqual(picturesIn("--pictures", "--share"), [2, 2])
    assert.deepEqual(picturesIn("--pictures", "--redact"), [0, 0])
  })

  test("options that do not fit are refused", () => {
    for (const [words, message] of [
      [["inspect", "--share"], /--share requires a file/], [["inspect", "--at", "2"], /--at requires a file/],
      [["inspect", "--pictures"], /--pictures requires a file/],
      [["inspect", place("x.html"), "--no-browser"], /without a file/],
      [["export", "jsonl", "--redact"], /applies only to the format “records”/],
      [["inspect", path.join(folder, "missing", "x.html")], /cannot be written/],
    ]) assert.throws(() => retrace(profile, ...words), message, words.join(" "))
    assert.ok(!fs.existsSync(place("x.html")))
  })
})
