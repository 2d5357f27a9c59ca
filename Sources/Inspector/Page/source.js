import { pause } from "./text.js"

/**
 * The log of the page. `assemble` embeds the module and the log in a page. A server of the page provides them instead,
 * follows the log while programs write to it, and can perform commands:
 *
 *     GET /retrace.wasm          the module that reads logs
 *     GET /log                   all records, each after its length (`retrace export records`)
 *     GET /log?after=N           the records after event N
 *     GET /picture?event=N       the picture that an event reports
 *     GET /follow                server-sent events: {"sequence": N} after something was written
 *     POST /allow                {"allow": true}: lets this page perform commands
 *     POST /command              {"command": "undo", …}: answers {"result": …} or {"error": {"code", "message"}}
 */

/** Returns the source of this page. */
export function pageSource() {
  if (!document.getElementById("log")) return new ServedSource()
  if (!globalThis.DecompressionStream) throw new Error("This browser has no DecompressionStream, which this page needs to read the log.")
  return new EmbeddedSource()
}

/** A module and a log in the page, as Base64 of gzip. */
class EmbeddedSource {
  canChange = false
  #module = gunzip(embedded("module"))
  /** The records, which are decompressed while the module is loaded. */
  #records = gunzip(embedded("log"))

  async module() {
    const { bytes, error } = await this.#module
    if (error) throw error
    return bytes
  }

  /** Passes the records to a function. If their end is missing, the function receives the records before it. */
  async read(receive) {
    const { bytes, error } = await this.#records
    receive(bytes)
    if (error) throw error
  }

  follow() {}

  /** The pictures in Base64, by the events that report them. Each line has the events of a picture. */
  #pictures = new Map(document.getElementById("pictures").textContent.split("\n").flatMap(line => {
    const [events, picture] = line.split(":")
    return picture ? events.split(" ").map(event => [Number(event), picture]) : []
  }))

  /** Returns the address of the picture that an event reports, or null. */
  picture(event) {
    const picture = this.#pictures.get(event)
    return picture ? `data:image/jpeg;base64,${picture}` : null
  }
}

/** A module and a log from the server of this page. */
class ServedSource {
  canChange = true

  async module() { return (await fetchFrom("/retrace.wasm")).arrayBuffer() }

  /** Passes the records after an event to a function, piece by piece. */
  async read(receive, after = 0) {
    await readAll((await fetchFrom(after > 0 ? `/log?after=${after}` : "/log")).body, receive)
  }

  /** Calls a function with the number of the newest event after each change of the log. */
  follow(receive, onConnection) {
    const events = new EventSource("/follow")
    events.addEventListener("message", ({ data }) => { receive(JSON.parse(data).sequence) })
    events.addEventListener("open", () => { onConnection(true) })
    events.addEventListener("error", () => { onConnection(false) })
  }

  /** Returns the address of the picture that an event reports. It may have been forgotten. */
  picture(event) { return `/picture?event=${event}` }

  async allow(isAllowed) { await post("/allow", { allow: isAllowed }) }

  /** Performs a command of the console. Throws an error with the sentence of a refusal. */
  async command(command, parameters = {}) {
    const answer = await (await post("/command", { command, ...parameters })).json()
    if (answer.error) throw new Error(answer.error.message)
    return answer.result
  }
}

async function fetchFrom(place, options) {
  let response
  try {
    response = await fetch(place, { credentials: "same-origin", ...options })
  } catch {
    throw new Error("The server of this page has ended.")
  }
  if (response.ok) return response
  const answer = await response.json().catch(() => null)
  throw new Error(answer?.error?.message ?? `The server answered with the status ${response.status}.`)
}

function post(place, body) {
  return fetchFrom(place, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
}

function embedded(id) {
  const text = document.getElementById(id).textContent
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text)
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let index = 0; index < letters.length; index++) bytes[index] = letters.charCodeAt(index)
  return bytes
}

/** Returns the decompressed bytes, up to an error. Pieces are read one by one, because a `Response` takes longer to join them. */
async function gunzip(compressed) {
  const { readable, writable } = new globalThis.DecompressionStream("gzip")
  // The reader receives the errors.
  writePieces(compressed, writable).catch(() => {})
  const pieces = []
  let length = 0
  let error = null
  await readAll(readable, piece => {
    pieces.push(piece)
    length += piece.length
  }).catch(reason => { error = reason })
  const bytes = new Uint8Array(length)
  let place = 0
  for (const piece of pieces) {
    bytes.set(piece, place)
    place += piece.length
  }
  return { bytes, error }
}

/** Writes bytes to a stream. Pieces are small, because a damaged piece is lost completely. */
async function writePieces(bytes, stream) {
  const length = 1 << 16
  const writer = stream.getWriter()
  for (let start = 0; start < bytes.length; start += length) await writer.write(bytes.subarray(start, start + length))
  // An error at the end would discard what was not read yet.
  await pause()
  await writer.close()
}

async function readAll(stream, receive) {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    receive(value)
  }
}
