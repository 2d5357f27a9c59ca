// Requests that the server of the page must refuse, and clients that must not disturb it.
import assert from "node:assert/strict"
import fs from "node:fs"
import http from "node:http"
import net from "node:net"
import os from "node:os"
import path from "node:path"
import { after, before, describe, test } from "node:test"
import { Inspection, missing, recordPictures, recordsOf, retrace, runScript } from "./programs.mjs"

let folder
let profile
let inspection
let port
let cookie

/** Sends a request, and returns its response. Without other headers, the request is one of the page. */
function request(method, target, { headers = {}, body = "", knows = true } = {}) {
  const own = `http://127.0.0.1:${port}`
  return new Promise((done, fail) => {
    const sent = http.request({
      host: "127.0.0.1", port, method, path: target, agent: false, headers: {
        Host: `127.0.0.1:${port}`, ...method === "POST" && { Origin: own, "Content-Type": "application/json" },
        ...knows && { Cookie: `other=1; ${cookie}` }, ...headers,
      },
    }, response => {
      const pieces = []
      response.on("data", piece => { pieces.push(piece) })
      response.on("end", () => { done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }) })
      response.on("error", fail)
    })
    sent.on("error", fail)
    sent.end(body)
  })
}

const post = (target, value, options) => request("POST", target, { body: JSON.stringify(value), ...options })

/** Sends bytes, and returns everything that the server answers until it closes the connection. */
function exchanged(text) {
  return new Promise((done, fail) => {
    const connection = net.connect(port, "127.0.0.1", () => { connection.write(text) })
    let answer = ""
    connection.on("data", piece => { answer += piece })
    connection.on("end", () => { done(answer) })
    connection.on("error", fail)
  })
}

describe("the server", { skip: missing }, () => {
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-server-"))
    profile = path.join(folder, "profile")
    runScript(profile, ["open a.example", "open b.example", "page title B"])
    inspection = await Inspection.start(profile)
    port = Number(new URL(inspection.address).port)
    const { pathname, search } = new URL(inspection.address)
    const opened = await request("GET", pathname + search, { knows: false })
    assert.equal(opened.status, 200)
    const [field] = opened.headers["set-cookie"]
    assert.match(field, /^retrace-\d+=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Strict$/)
    cookie = field.split(";")[0]
  })
  after(async () => {
    assert.equal(await inspection.end(), 0)
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test("the files of the page have a policy without inline scripts", async () => {
    for (const target of ["/", "/page.css", "/page.js", "/retrace.wasm"]) {
      const { status, headers } = await request("GET", target)
      assert.equal(status, 200, target)
      const policy = headers["content-security-policy"]
      assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /)
      assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:/)
      assert.equal(headers["x-content-type-options"], "nosniff")
      assert.equal(headers["cache-control"], "no-store")
      assert.equal(headers["access-control-allow-origin"], undefined)
    }
  })

  test("only the browser that opened the address receives anything", async () => {
    const { pathname, search } = new URL(inspection.address)
    for (const target of ["/", "/page.js", "/log", "/follow", pathname + search, "/?key=0", `/?key=${"0".repeat(32)}`]) {
      const { status, headers } = await request("GET", target, { knows: false })
      assert.equal(status, 403, target)
      assert.equal(headers["set-cookie"], undefined)
    }
    const wrong = cookie.replace(/.$/, letter => letter === "0" ? "1" : "0")
    assert.equal((await request("GET", "/log", { headers: { Cookie: wrong } })).status, 403)
    // The browser that knows the key may load its first page again.
    assert.equal((await request("GET", pathname + search)).status, 200)
  })

  test("requests of other pages and for other hosts are refused", async () => {
    for (const Host of ["localhost", `localhost:${port}`, "evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1:${port + 1}`]) {
      assert.equal((await request("GET", "/log", { headers: { Host } })).status, 403, Host)
    }
    for (const Origin of ["null", "https://evil.example", "http://127.0.0.1", `http://localhost:${port}`, `https://127.0.0.1:${port}`]) {
      assert.equal((await request("GET", "/log", { headers: { Origin } })).status, 403, Origin)
      assert.equal((await post("/allow", { allow: true }, { headers: { Origin } })).status, 403, Origin)
    }
    for (const site of ["cross-site", "same-site"]) {
      assert.equal((await request("GET", "/", { headers: { "Sec-Fetch-Site": site } })).status, 403, site)
    }
    const withoutOrigin = `POST /allow HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n`
      + `Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{"allow":true}`
    assert.match(await exchanged(withoutOrigin), /^HTTP\/1\.1 403 /)
  })

  test("commands need the permission, and only some commands are performed", async () => {
    const newest = () => JSON.parse(retrace(profile, "--json", "log", "--limit", "1")).total
    const before_ = newest()
    assert.equal((await post("/command", { command: "undo" })).status, 403)
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      assert.equal((await post("/allow", { allow: true }, { headers: { "Content-Type": type } })).status, 400, type)
    }
    assert.equal((await post("/allow", { allow: "true" })).status, 400)
    assert.deepEqual(JSON.parse((await post("/allow", { allow: true })).body), { allow: true })
    for (const command of ["forget", "export", "quit", "close", "perform", "hello", "undo "]) {
      assert.equal((await post("/command", { command })).status, 403, command)
    }
    assert.equal((await post("/command", { command: "undo", event: ["1"] })).status, 400)
    assert.equal((await post("/command", { command: "restore", point: 1 })).status, 400)
    assert.equal((await post("/command", ["undo"])).status, 400)
    assert.equal((await request("POST", "/command", { body: "{" })).status, 400)
    assert.equal(newest(), before_)
    const refused = JSON.parse((await post("/command", { command: "restore", point: "nowhere" })).body)
    assert.equal(typeof refused.error.message, "string")
    const undone = JSON.parse((await post("/command", { command: "undo" })).body)
    assert.ok(undone.result)
    assert.equal(newest(), before_ + 1)
    // A page that is loaded again has no permission.
    await request("GET", "/")
    assert.equal((await post("/command", { command: "redo" })).status, 403)
    assert.equal(newest(), before_ + 1)
  })

  test("a profile opened for reading cannot be changed", async () => {
    const reading = await Inspection.start(profile, "--read-only")
    const own = new URL(reading.address)
    const key = (await fetch(reading.address)).headers.get("set-cookie").split(";")[0]
    const answer = await new Promise(done => {
      http.request({
        host: "127.0.0.1", port: own.port, method: "POST", path: "/allow",
        headers: { Host: own.host, Origin: own.origin, Cookie: key, "Content-Type": "application/json" },
      }, response => { done(response.statusCode) }).end(JSON.stringify({ allow: true }))
    })
    assert.equal(answer, 403)
    assert.equal(await reading.end(), 0)
  })

  test("the log has the records of a page", async () => {
    const file = path.join(folder, "page.html")
    retrace(profile, "inspect", file)
    const records = recordsOf(fs.readFileSync(file, "utf8"))
    assert.deepEqual((await request("GET", "/log")).body, records)
    const { body } = await request("GET", "/log?after=1")
    assert.deepEqual(body, records.subarray(records.length - body.length))
    assert.ok(body.length < records.length)
    assert.equal((await request("GET", "/log?after=1000")).body.length, 0)
    for (const after_ of ["-1", "x", "2147483647", "99999999999999999999"]) {
      assert.equal((await request("GET", `/log?after=${after_}`)).status, 400, after_)
    }
  })

  test("a picture is served for the event that reports it", async () => {
    for (const event of ["", "0", "-1", "1", "99999", "99999999999", "x"]) {
      assert.equal((await request("GET", `/picture?event=${event}`)).status, 404, event)
    }
    assert.equal((await request("GET", "/picture?event=1", { knows: false })).status, 403)
    const place = path.join(folder, "pictures")
    await recordPictures(place, [["https://a.example/", 3]])
    const log = path.join(place, "profile")
    const { events } = JSON.parse(retrace(log, "--json", "log", "--kind", "page.pictured"))
    const other = await Inspection.start(log)
    const own = (await fetch(other.address)).headers.get("set-cookie").split(";")[0]
    const get = () => fetch(`${new URL(other.address).origin}/picture?event=${events[0].sequence}`, { headers: { Cookie: own } })
    const shown = await get()
    assert.deepEqual([shown.status, shown.headers.get("content-type")], [200, "image/jpeg"])
    assert.equal(Buffer.from(await shown.arrayBuffer()).toString("latin1", 0, 2), "BM")
    retrace(log, "--yes", "forget", "--all")
    assert.equal((await get()).status, 404)
    await other.end()
  })

  test("requests that are not HTTP, or too large, are rejected", async () => {
    const host = `Host: 127.0.0.1:${port}\r\n`
    for (const [text, status] of [
      ["\r\n\r\n", 400], ["GET /\r\n\r\n", 400], [`GET / HTTP/1.0\r\n${host}\r\n`, 400], [`GET http://x/ HTTP/1.1\r\n${host}\r\n`, 400],
      [`GET / HTTP/1.1\r\n${host}${host}\r\n`, 400], [`GET / HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`, 400],
      [`GET / HTTP/1.1\r\n${host}X: \u0001\r\n\r\n`, 400], [`GET / HTTP/1.1\r\nHost : x\r\n\r\n`, 400],
      [`POST /allow HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`, 501],
      [`POST /allow HTTP/1.1\r\n${host}Content-Length: 65537\r\n\r\n`, 413],
      [`POST /allow HTTP/1.1\r\n${host}Content-Length: 99999999999999999999\r\n\r\n`, 413],
      [`POST /allow HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`, 400],
      [`GET / HTTP/1.1\r\n${host}X: ${"x".repeat(20_000)}\r\n\r\n`, 431], ["x".repeat(20_000), 431],
      [`GET / HTTP/1.1\r\n\r\n`, 403],
    ]) {
      assert.match(await exchanged(text), new RegExp(`^HTTP/1\\.1 ${status} `), JSON.stringify(text.slice(0, 60)))
    }
    assert.equal((await request("DELETE", "/")).status, 405)
    assert.equal((await request("GET", "/../page.js")).status, 404)
    assert.equal((await request("GET", "/inspector.html")).status, 404)
  })

  test("clients that send or read nothing do not block others", async () => {
    const idle = []
    for (let left = 40; left > 0; left--) {
      const connection = net.connect(port, "127.0.0.1")
      connection.on("error", () => {})
      idle.push(connection)
      connection.write("GET / HT")
    }
    assert.equal((await request("GET", "/log")).status, 200)
    const followers = []
    let refused = 0
    for (let left = 20; left > 0; left--) {
      const connection = net.connect(port, "127.0.0.1")
      connection.write(`GET /follow HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`)
      const [status] = await new Promise(done => { connection.once("data", piece => { done([String(piece).slice(9, 12), connection.pause()]) }) })
      if (status === "503") refused++
      followers.push(connection)
    }
    assert.equal(refused, 4)
    retrace(profile, "open", "e.example")
    assert.equal((await request("GET", "/log")).status, 200)
    for (const connection of [...idle, ...followers]) connection.destroy()
  })

  test("a page that follows receives the number of each new event", async () => {
    const connection = net.connect(port, "127.0.0.1")
    connection.write(`GET /follow HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`)
    let received = ""
    const newest = () => Number(/.*"sequence":(\d+)}\n\n$/s.exec(received)?.[1] ?? 0)
    const reaches = sequence => new Promise(done => {
      const check = () => { if (newest() >= sequence) done() }
      connection.on("data", piece => { received += piece; check() })
      check()
    })
    for (const address of ["f.example", "g.example"]) {
      retrace(profile, "open", address)
      const { total } = JSON.parse(retrace(profile, "--json", "log", "--limit", "1"))
      await reaches(total)
      assert.equal(newest(), total)
    }
    connection.destroy()
  })
})
