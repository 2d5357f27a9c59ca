// Runs the checks and the example in the installed browsers, headless. A page posts its result to the server of this test.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import fs from "node:fs"
import http from "node:http"
import os from "node:os"
import path from "node:path"
import { test } from "node:test"
import checks from "./checks.mjs"

const root = path.resolve(import.meta.dirname, "../..")
const built = path.resolve(process.env.RETRACE_JAVASCRIPT ?? path.join(root, ".build/javascript"))
const types = {
  ".html": "text/html; charset=utf-8", ".mjs": "text/javascript", ".json": "application/json", ".wasm": "application/wasm",
}

const browsers = [
  {
    program: "/usr/bin/chromium",
    words: (profile, url) => ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
      `--user-data-dir=${profile}`, url],
  },
  { program: "/usr/bin/firefox-esr", words: (profile, url) => ["--headless", "--no-remote", "--profile", profile, url] },
]

/** Serves the pages, and calls a function with each posted result. */
async function serve(receive) {
  const places = {
    "/page.html": path.join(import.meta.dirname, "page.html"), "/checks.mjs": path.join(import.meta.dirname, "checks.mjs"),
    "/folds.json": path.join(root, "Tests/TimelineTests/Golden/folds.json"),
    "/kiosk.html": path.join(root, "Examples/Kiosk/index.html"),
  }
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost")
    if (request.method === "POST") {
      let body = ""
      request.on("data", data => { body += data })
      request.on("end", () => {
        response.end()
        receive(JSON.parse(body))
      })
      return
    }
    const file = places[pathname] ?? path.join(built, path.basename(pathname))
    if (!fs.existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { "Content-Type": types[path.extname(file)] ?? "text/plain" })
    fs.createReadStream(file).pipe(response)
  })
  await new Promise(done => { server.listen(0, "127.0.0.1", done) })
  return server
}

/** Opens a page in a browser, and returns the result that the page posts. */
async function result(browser, page) {
  let receive
  const posted = new Promise(done => { receive = done })
  const server = await serve(receive)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-page-"))
  let program
  try {
    const url = `http://127.0.0.1:${server.address().port}${page}`
    program = spawn(browser.program, browser.words(folder, url), { stdio: "ignore", detached: true })
    const ended = new Promise((_, fail) => { program.on("exit", code => { fail(new Error(`The browser ended: ${code}`)) }) })
    return await Promise.race([posted, ended])
  } finally {
    if (program?.exitCode === null) {
      const ended = new Promise(done => { program.on("exit", done) })
      process.kill(-program.pid, "SIGKILL")
      await ended
    }
    server.closeAllConnections()
    server.close()
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

for (const browser of browsers) {
  const name = path.basename(browser.program)
  const options = { skip: fs.existsSync(browser.program) ? false : `${name} is not installed`, timeout: 300_000 }
  test(`the checks in ${name}`, options, async () => {
    assert.deepEqual(await result(browser, "/page.html"), { count: checks.length, failures: [] })
  })
  test(`the example in ${name}`, options, async () => {
    const { titles, undone, moments, past } = await result(browser, "/kiosk.html?report=/result")
    assert.deepEqual(titles, ["Opening hours", "Map"])
    assert.deepEqual(undone, ["Opening hours"])
    assert.ok(moments >= 3)
    assert.deepEqual(past, [])
  })
}
