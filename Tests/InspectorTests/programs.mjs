// The programs of Retrace, and profiles with random logs.
import { execFileSync, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import readline from "node:readline"
import zlib from "node:zlib"
import { Host } from "../LiveTests/Browsers/host.mjs"

const root = path.resolve(import.meta.dirname, "../..")
const program = path.join(path.resolve(root, process.env.RETRACE_PROGRAMS ?? ".build/debug"), "retrace")

/** The reason to skip the tests, or false. */
export const missing = [program, `${program}-exchange`, `${program}-live`, path.join(root, ".build/javascript/inspector.html")]
  .filter(file => !fs.existsSync(file)).map(file => `${file} is missing`)[0] ?? false

/** Runs the console with some words, and returns its output. */
export function retrace(profile, ...words) {
  return execFileSync(program, ["-p", profile, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
}

/** Runs the lines of a script. Lines that are refused are skipped. */
export function runScript(profile, lines) {
  const file = `${profile}.retrace`
  fs.writeFileSync(file, `${lines.join("\n")}\n`)
  try {
    execFileSync(program, ["-p", profile, "--yes", "--keep-going", "-f", file], { stdio: "ignore" })
  } catch (error) {
    // The status says that some lines were refused.
    if (error.status !== 1) throw error
  }
}

/** Random numbers that depend only on a seed (mulberry32). */
export class Random {
  #state

  constructor(seed) { this.#state = seed }

  next() {
    this.#state = (this.#state + 0x6D2B79F5) | 0
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit) { return Math.floor(this.next() * limit) }
  pick(values) { return values[this.below(values.length)] }
}

/** Returns random commands on the main branch. */
export function randomLines(seed, count) {
  const random = new Random(seed)
  const site = () => `${random.pick(["a", "b", "c", "www.d"])}.example/${random.below(20)}`
  const tab = () => 1 + random.below(6)
  const kinds = [
    () => `open ${site()}`, () => `open ${site()} --background`, () => `go ${site()}`, () => `go ${site()}`,
    () => `page title "Title ${random.below(50)}"`, () => `close ${tab()}`, () => `tab ${tab()}`, () => `back`, () => `forward`,
    () => `pin ${tab()}`, () => `mute ${tab()}`, () => `move ${tab()} ${tab()}`, () => `group ${tab()} --title G${random.below(4)}`,
    () => `window new`, () => `window close 1`, () => `undo`, () => `undo`, () => `redo`, () => `reopen`, () => `duplicate ${tab()}`,
    () => `mark m${random.below(1000)}`, () => `bookmark`,
  ]
  return Array.from({ length: count }, () => random.pick(kinds)())
}

/** A connection to `retrace serve` on standard input and output, for many questions. */
export class Served {
  #calls = new Map()
  #next = 1

  static async start(profile) {
    const served = new Served()
    served.process = spawn(program, ["-p", profile, "serve"], { stdio: ["pipe", "pipe", "ignore"] })
    readline.createInterface({ input: served.process.stdout }).on("line", line => {
      const message = JSON.parse(line)
      const call = served.#calls.get(message.id)
      if (message.error) call.fail(new Error(message.error.message))
      else call.done(message.result)
    })
    await served.call("hello", { versions: [1] })
    return served
  }

  call(method, params) {
    const id = this.#next++
    return new Promise((done, fail) => {
      this.#calls.set(id, { done, fail })
      this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    })
  }

  async end() {
    const ended = new Promise(done => { this.process.on("exit", done) })
    this.process.stdin.end()
    await ended
  }
}

/** Returns a picture in the format BMP, which is all of one colour. */
function bitmap(width, height) {
  const bytes = Buffer.alloc(54 + 4 * width * height, 0x80)
  bytes.fill(0, 0, 54)
  bytes.write("BM")
  for (const [offset, value] of [[2, bytes.length], [10, 54], [14, 40], [18, width], [22, height]]) bytes.writeUInt32LE(value, offset)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(32, 28)
  return bytes
}

/**
 * Records a browser with one tab that shows pages with pictures, one after the other.
 *
 * @param pages The address of each page, and the width of its picture.
 */
export async function recordPictures(folder, pages) {
  fs.mkdirSync(folder, { recursive: true })
  const host = new Host(`${program}-live`, folder)
  const seen = []
  for (const [index, [url, width]] of pages.entries()) {
    seen.push([`key-${index}`, url])
    const tab = { id: 1, windowId: 1, index: 0, url, title: url, status: "complete", active: true }
    const look = { url, title: url, length: seen.length, key: `key-${index}`, type: "push", near: seen }
    const strip = { windows: [{ id: 1, focused: true, state: "normal", tabs: [tab] }], groups: [] }
    if (index === 0) {
      host.send({ kind: "hello", version: 1, browser: "firefox", profile: "p", strip, looks: [{ tab: 1, look }], zooms: [], order: 0 })
    } else host.send({ kind: "look", tab, causes: [{ kind: "committed", url, type: "link", qualifiers: [] }], look, order: 0 })
    host.send({ kind: "page", tab: 1, key: `key-${index}`, picture: bitmap(width, 2).toString("base64"), order: 0 })
  }
  await host.end()
}

/** A running `retrace inspect`. */
export class Inspection {
  static async start(profile, ...options) {
    const inspection = new Inspection()
    inspection.process = spawn(program, ["-p", profile, ...options, "--json", "inspect", "--no-browser"], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    const line = await new Promise((done, fail) => {
      readline.createInterface({ input: inspection.process.stdout }).once("line", done)
      inspection.process.once("exit", code => { fail(new Error(`retrace inspect ended with ${code}`)) })
    })
    inspection.address = JSON.parse(line).inspect.address
    return inspection
  }

  /** Ends the program like Ctrl-C, and returns its exit status. */
  async end() {
    const ended = new Promise(done => { this.process.once("exit", done) })
    this.process.kill("SIGINT")
    return ended
  }
}

/** Returns the records in a page. */
export function recordsOf(page) {
  const text = /<script type="text\/plain" id="log">([^<]*)<\/script>/.exec(page)[1]
  return zlib.gunzipSync(Buffer.from(text, "base64"))
}

/** Returns a page with other records. */
export function withRecords(page, records) {
  const text = zlib.gzipSync(records).toString("base64")
  return page.replace(/(<script type="text\/plain" id="log">)[^<]*/, (_, start) => start + text)
}
