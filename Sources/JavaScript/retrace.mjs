/**
 * Retrace in JavaScript: the log of a browser session, its state at any moment, and actions with undo.
 *
 *     import { load, actModule } from "./retrace.mjs"
 *     const log = (await load(actModule)).open()
 *     const { tab } = log.perform({ action: "open", address: "swift.org" })
 *     log.undo()
 *     console.log(log.at(tab).tabs[0].url)
 *     log.close()
 *
 * `retrace.d.mts` documents every type and function.
 */

/** The module that reads logs. */
export const lookModule = new URL("retrace.wasm", import.meta.url)
/** The module that also performs actions. */
export const actModule = new URL("retrace-act.wasm", import.meta.url)

/** A failure, with a code that programs can rely on. */
export class RetraceError extends Error {
  name = "RetraceError"
  constructor(code, message, options) {
    super(message, options)
    this.code = code
  }
}

const badArguments = what => new RetraceError("badArguments", `${what} is missing or invalid.`)

/** Loads a module from a URL, a response, bytes, or a compiled module. */
export async function load(source = lookModule) {
  source = await source
  if (source instanceof WebAssembly.Module) return new Retrace(source)
  if (typeof source === "string") source = new URL(source, globalThis.location?.href ?? import.meta.url)
  if (source instanceof URL) {
    source = source.protocol === "file:" && globalThis.process?.versions?.node
      ? await (await import("node:fs/promises")).readFile(source) : await fetch(source)
  }
  if (source instanceof Response) {
    if (!source.ok) throw new RetraceError("missing", `The module cannot be loaded: HTTP status ${source.status}.`)
    source = await source.arrayBuffer()
  }
  return new Retrace(await WebAssembly.compile(source))
}

class Retrace {
  #module
  constructor(module) { this.#module = module }

  get module() { return this.#module }

  open(records, options) {
    const log = new Log(this.#module, options)
    if (records !== undefined) {
      log.append(records)
      log.fold()
      if (options?.strict) checkIntact(log)
    }
    return log
  }

  async openStream(stream, { onProgress, ...options } = {}) {
    const log = this.open(undefined, options)
    try {
      for await (const chunk of stream) log.append(chunk)
      do {
        log.fold({ atMost: 50_000 })
        onProgress?.(log.newest, log.count)
        // Let the page draw and handle input.
        if (log.newest < log.count) await new Promise(done => { setTimeout(done) })
      } while (log.newest < log.count)
      if (options.strict) checkIntact(log)
    } catch (error) {
      log.close()
      throw error
    }
    return log
  }
}

/** Closes a log and throws if its records are incomplete. */
function checkIntact(log) {
  if (log.damaged === 0 && !log.isCut) return
  const message = log.damaged > 0 ? `${log.damaged} of ${log.count} records are damaged.`
    : "The log is cut: its last record is incomplete."
  log.close()
  throw new RetraceError("damaged", message)
}

// ---- Names, in the order of the stored numbers ----

const textFields = ["url", "title", "input", "reason", "searchWords", "redirects", "host", "tags", "keyword", "note",
  "value", "blob", "name"]
const statuses = ["complete", "loading", "failed", "discarded"]
const showStates = ["normal", "minimized", "maximized", "fullscreen"]
const colors = ["grey", "blue", "red", "yellow", "green", "pink", "purple", "cyan", "orange"]
const actors = ["user", "page", "engine", "import", "policy"]
const vias = ["unknown", "button", "gesture", "key", "menu", "script", "console"]
const bookmarkTypes = ["bookmark", "folder", "separator"]
const closedKinds = ["tab", "tabs", "window"]
const settingNames = ["historyLimit", "searchTemplate", "homePage", "zoomLadder", "searchEngines", "proposalDays"]
const manners = ["link", "replace", "pushState", "replaceState"]
const transitions = ["link", "typed", "bookmark", "generated", "startPage", "formSubmit", "reload", "keyword", "script"]
const restoredParts = ["windows", "missingTabs", "window", "tab", "bookmarks", "zoom", "settings"]
const lists = ["windows", "tabs", "groups", "closed", "bookmarks", "zooms", "settings"]
const subjects = ["tab", "window", "group", "bookmark"]

const startPage = "about:start"
const none = -0x8000_0000
/** The number of the present without some actions. */
const hypothetical = -2

// ---- The border ----

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Reads the numbers and texts of an answer. */
class AnswerReader {
  #bytes
  #view
  #place = 0

  /** @param {Uint8Array} bytes A copy of the answer. */
  constructor(bytes) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer)
  }

  get isAtEnd() { return this.#place >= this.#bytes.length }

  int() {
    const number = this.#view.getInt32(this.#place, true)
    this.#place += 4
    return number
  }

  id() { return this.int() || null }

  time() {
    const low = this.int() >>> 0
    return this.int() * 0x1_0000_0000 + low
  }

  text() {
    const length = this.int()
    if (length < 0) return null
    const text = decoder.decode(this.#bytes.subarray(this.#place, this.#place + length))
    this.#place += length
    return text
  }
}

/** Writes the arguments of a call. */
class RequestWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  get bytes() { return this.#bytes.subarray(0, this.#length) }

  #reserve(count) {
    if (this.#length + count <= this.#bytes.length) return
    const longer = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    longer.set(this.bytes)
    this.#bytes = longer
  }

  int(number) {
    this.#reserve(4)
    new DataView(this.#bytes.buffer).setInt32(this.#length, number, true)
    this.#length += 4
  }

  text(text) {
    const bytes = encoder.encode(text)
    this.int(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }
}

// ---- Actions ----

/** How each type of argument is checked and written. */
const argumentTypes = {
  int: (writer, value, name) => {
    if (!Number.isInteger(value) || value <= none || value > 0x7fff_ffff) throw badArguments(name)
    writer.int(value)
  },
  id: (writer, value, name) => {
    // An id of 0 or less never exists.
    argumentTypes.int(writer, value, name)
  },
  flag: (writer, value, name) => {
    if (value !== undefined && typeof value !== "boolean") throw badArguments(name)
    writer.int(value ? 1 : 0)
  },
  text: (writer, value, name) => {
    if (typeof value !== "string") throw badArguments(name)
    writer.text(value)
  },
  ids: (writer, value, name) => { list(writer, value, name, argumentTypes.id) },
  texts: (writer, value, name) => { list(writer, value ?? [], name, argumentTypes.text) },
  level: (writer, value, name) => {
    if (typeof value !== "number" || !(value >= 0 && value < 6.5)) throw badArguments(name)
    writer.int(Math.round(value * 10_000))
  },
  zoom: (writer, value, name) => {
    const kind = ["in", "out", "reset"].indexOf(value)
    writer.int(kind < 0 ? 3 : kind)
    argumentTypes.level(writer, kind < 0 ? value : 0, name)
  },
  bounds: (writer, value, name) => {
    for (const side of ["left", "top", "width", "height"]) argumentTypes.int(writer, value?.[side] ?? 0, name)
  },
  color: choice(colors), showState: choice(showStates, "normal"), manner: choice(manners, "link"),
  bookmarkType: choice(bookmarkTypes, "bookmark"), setting: choice(settingNames),
  place: (writer, value) => {
    const [kind, number] = value === undefined || value === "end" ? [0, 0]
      : Number.isInteger(value.foregroundLink) ? [1, value.foregroundLink]
        : Number.isInteger(value.backgroundLink) ? [2, value.backgroundLink]
          : Number.isInteger(value.index) ? [3, value.index] : [none, 0]
    if (kind === none) throw badArguments("place")
    writer.int(kind)
    writer.int(number)
  },
  parts: (writer, value, name) => {
    list(writer, value ?? ["windows"], name, (writer, part) => {
      const [kind, id] = typeof part === "string" ? [part, 0] : Object.entries(part ?? {})[0] ?? []
      choice(restoredParts)(writer, kind, name)
      argumentTypes.int(writer, id, name)
    })
  },
}

function list(writer, values, name, write) {
  if (!Array.isArray(values)) throw badArguments(name)
  writer.int(values.length)
  for (const value of values) write(writer, value, name)
}

function choice(names, usual) {
  return (writer, value, name) => {
    const number = names.indexOf(value ?? usual)
    if (number < 0) throw badArguments(name)
    writer.int(number)
  }
}

/** Writes the destination of an action: its `address`, which is typed text, or its `url`. */
function writeDestination(writer, { address, url, transition }, isOptional) {
  if (address === undefined && url === undefined) {
    if (!isOptional) throw badArguments("address")
    return writer.int(0)
  }
  writer.int(url === undefined ? 1 : 2)
  argumentTypes.text(writer, url ?? address, url === undefined ? "address" : "url")
  if (url !== undefined) choice(transitions, "typed")(writer, transition, "transition")
}

/**
 * The actions: their numbers in the module, and their arguments in order. `?` marks an argument that can be
 * left out.
 */
const actions = parsed({
  open: "0 destination? place:place window:id? newWindow:flag selected:flag? pinned:flag loading:flag opener:id?",
  closeTabs: "1 tabs:ids",
  reopen: "2 id:id?",
  restoreTab: "3 tab:id",
  select: "4 tab:id byUser:flag",
  move: "5 tab:id to:int window:id?",
  moveToNewWindow: "6 tab:id",
  moveTabs: "7 tabs:ids to:int? window:id?",
  moveTabsToNewWindow: "8 tabs:ids",
  moveBy: "9 tab:id places:int",
  pin: "10 tab:id pinned:flag",
  mute: "11 tab:id muted:flag",
  duplicate: "12 tab:id loading:flag",
  discard: "13 tab:id",
  take: "14 device:int tab:id selected:flag",
  send: "15 tab:id device:int",
  openWindow: "20 bounds:bounds showState:showState",
  closeWindow: "21 window:id",
  focusWindow: "22 window:id",
  nameWindow: "23 window:id name:text",
  placeWindow: "24 window:id bounds:bounds showState:showState",
  group: "25 tabs:ids into:id? title:text? color:color?",
  ungroup: "26 tabs:ids",
  changeGroup: "27 group:id title:text? color:color?",
  moveGroup: "28 group:id to:int? window:id?",
  moveGroupToNewWindow: "29 group:id",
  collapse: "30 group:id collapsed:flag",
  go: "31 tab:id? destination loading:flag",
  follow: "32 tab:id destination manner:manner activation:flag loading:flag redirects:texts",
  startLoad: "33 tab:id destination",
  commitLoad: "34 tab:id redirects:texts",
  travel: "35 tab:id by:int loading:flag",
  startTravel: "36 tab:id by:int",
  step: "37 tab:id by:int loading:flag",
  reload: "38 tab:id loading:flag",
  stop: "39 tab:id",
  failLoad: "40 tab:id reason:text",
  finishLoad: "41 tab:id",
  reportTitle: "42 tab:id content:id? title:text",
  reportScroll: "43 tab:id content:id? x:int y:int",
  reportPicture: "44 tab:id content:id? picture:text",
  reportActivation: "45 tab:id content:id?",
  zoom: "50 tab:id zoom:zoom",
  zoomSite: "51 host:text level:level",
  zoomTemporarily: "52 tab:id zoom:zoom",
  zoomDefault: "53 level:level",
  addBookmark: "54 type:bookmarkType title:text? url:text? tags:texts keyword:text? note:text? folder:id? "
    + "newFolders:texts index:int?",
  editBookmark: "55 bookmark:id title:text? url:text? tags:texts? keyword:text? note:text?",
  moveBookmark: "56 bookmark:id folder:id? index:int?",
  removeBookmark: "57 bookmark:id all:flag",
  restore: "58 at:int parts:parts",
  set: "59 setting:setting value:text?",
  openSession: "60 frontEnd:text",
  endSession: "61",
  setValue: "62 tab:id? window:id? group:id? name:text value:text?",
})

/** Flags that are true if they are left out. */
const usuallyTrue = new Set(["byUser", "pinned", "muted", "collapsed", "activation"])

function parsed(table) {
  const entries = Object.entries(table).map(([action, line]) => {
    const [number, ...words] = line.split(" ")
    const fields = words.map(word => {
      const isOptional = word.endsWith("?")
      const [name, type] = word.replace("?", "").split(":")
      return { name, type, isOptional }
    })
    return [action, { number: Number(number), fields }]
  })
  return new Map(entries)
}

function writeAction(writer, action) {
  const described = actions.get(action?.action)
  if (!described) throw badArguments("action")
  writer.int(described.number)
  for (const { name, type, isOptional } of described.fields) {
    if (name === "destination") {
      writeDestination(writer, action, isOptional)
      continue
    }
    let value = action[name] ?? undefined
    // Only `open` has a flag `pinned` that is usually false.
    if (value === undefined && type === "flag" && usuallyTrue.has(name)) value = action.action !== "open"
    if (value === undefined && isOptional) writer.int(none)
    else argumentTypes[type](writer, value, name)
  }
}

function writeAuthor(writer, { by = "user", via = "unknown", agent, run = 0, cause = 0, name } = {}) {
  choice(actors)(writer, by, "by")
  choice(vias)(writer, via, "via")
  if (agent === undefined) writer.int(none)
  else argumentTypes.text(writer, agent, "agent")
  if (!Number.isInteger(run) || run < 0 || run > 0xffff_ffff) throw badArguments("run")
  writer.int(run | 0)
  argumentTypes.int(writer, cause, "cause")
  if (name === undefined) writer.int(none)
  else argumentTypes.text(writer, name, "name")
}

// ---- Changes ----

/** The members of each kind of change, in the order of the numbers. The names are those of `diff --json`. */
const changeMembers = Object.fromEntries(Object.entries({
  windowOpened: "window index", windowClosed: "window index", windowMoved: "window from to",
  windowPlaced: "window to.left to.top to.width to.height", windowName: "window from:title to:title",
  windowState: "window from:showState to:showState", tabSelected: "window from:id to:id",
  windowFocused: "- from:id to:id",
  tabOpened: "tab window index url:url title:title", tabClosed: "tab window index url:url title:title",
  tabMoved: "tab from.window from.index to.window to.index", tabPinned: "tab pinned:flag", tabMuted: "tab muted:flag",
  tabGroup: "tab from:id to:id", tabOpener: "tab from:id to:id",
  tabEntry: "tab from.entry:id to.entry:id to.url:url to.title:title", tabPending: "tab from:url to:url",
  tabStatus: "tab from:status to:status", tabZoom: "tab from:factor to:factor",
  entryAdded: "tab entry index", entryRemoved: "tab entry index", entryURL: "tab entry from:url to:url",
  entryTitle: "tab entry from:title to:title", entryScroll: "tab entry from:id to:id",
  entryPicture: "tab entry from:blob to:blob", entryMarks: "tab entry from to",
  groupAdded: "group", groupRemoved: "group", groupTitle: "group from:title to:title",
  groupColor: "group from:color to:color", groupCollapsed: "group collapsed:flag",
  closedAdded: "event index", closedRemoved: "event index", closedChanged: "event",
  bookmarkAdded: "bookmark folder:id index", bookmarkRemoved: "bookmark folder:id index",
  bookmarkMoved: "bookmark from.folder:id from.index to.folder:id to.index",
  bookmarkTitle: "bookmark from:title to:title", bookmarkURL: "bookmark from:url to:url",
  bookmarkTags: "bookmark from:tags to:tags", bookmarkKeyword: "bookmark from:keyword to:keyword",
  bookmarkNote: "bookmark from:note to:note",
  defaultZoom: "- from:factor to:factor", siteZoom: "site:host from:factor to:factor",
  setting: "name:setting from:value to:value",
  value: "owner:id name:name from:value to:value",
}).map(([kind, line]) => [kind, line.split(" ").map(word => word.split(":"))]))

const changeValues = {
  id: number => number || null, flag: number => number !== 0, factor: number => number ? number / 10_000 : null,
  status: number => statuses[number], showState: number => showStates[number], color: number => colors[number],
  setting: number => settingNames[number],
}

function change(log, kind, numbers) {
  const change = { kind }
  for (const [index, [path, type]] of (changeMembers[kind] ?? []).entries()) {
    if (path === "-") continue
    const value = type === undefined ? numbers[index] : changeValues[type]?.(numbers[index]) ?? (
      changeValues[type] ? null : log.text(type, numbers[index]))
    const [name, inner] = path.split(".")
    if (inner) (change[name] ??= {})[inner] = value
    else change[name] = value
  }
  return change
}

// ---- A log ----

export class Log {
  #exports
  /** The reason why the log can no longer be used. */
  #end = null
  /** The beginning of a record whose other bytes were not appended yet. */
  #rest = new Uint8Array(0)
  #newest = 0
  #count = 0
  /** The newest event at the last fold. */
  #stored = 0
  #damaged = 0
  #unknown = 0

  constructor(module, { memoryLimit } = {}) {
    this.#exports = new WebAssembly.Instance(module, {}).exports
    this.#exports.retrace_seed(...crypto.getRandomValues(new Uint32Array(2)))
    if (memoryLimit !== undefined) {
      if (!Number.isInteger(memoryLimit) || memoryLimit <= 0) throw badArguments("memoryLimit")
      this.#exports.retrace_limit(Math.min(memoryLimit, 0xffff_ffff))
    }
  }

  // -- Calls --

  /** Runs a function of the module. After a trap, the memory of the module is in an unknown state. */
  #run(name, args) {
    if (this.#end) throw new RetraceError(this.#end.code, this.#end.message, { cause: this.#end })
    const run = this.#exports[name]
    if (!run) throw new RetraceError("noSuchMethod", "This module only reads logs. Load actModule to perform actions.")
    try {
      return run(...args)
    } catch (error) {
      const isExhausted = this.#exports.retrace_exhausted() !== 0
      this.#end = isExhausted
        ? new RetraceError("noMemory", "The log stopped because it ran out of memory. Open it again.", { cause: error })
        : new RetraceError("stopped", `The log stopped because of a fault in ${name}. Open it again.`, { cause: error })
      this.#exports = null
      throw this.#end
    }
  }

  /** Makes a call, and returns a copy of its answer. */
  #call(name, ...args) {
    const length = this.#run(name, args)
    const address = this.#run("retrace_answer", []) >>> 0
    const bytes = new Uint8Array(this.#exports.memory.buffer, address, Math.abs(length)).slice()
    if (length >= 0) return bytes
    const answer = new AnswerReader(bytes)
    throw new RetraceError(answer.text(), answer.text())
  }

  #read(name, ...args) { return new AnswerReader(this.#call(name, ...args)) }

  #numbers(name, ...args) { return new Int32Array(this.#call(name, ...args).buffer) }

  /** Makes a call with bytes in front of its other arguments. */
  #pass(bytes, name, ...args) {
    const address = this.#run("malloc", [bytes.length]) >>> 0
    if (!address) throw new RetraceError("noMemory", `There is no memory for ${bytes.length} bytes.`)
    // Only now, because malloc may have replaced the buffer.
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes)
    try {
      return this.#call(name, address, bytes.length, ...args)
    } finally {
      this.#exports?.free(address)
    }
  }

  close() {
    this.#exports = null
    this.#end ??= new RetraceError("badHandle", "The log was closed.")
  }

  get isOpen() { return this.#end === null }

  // -- Records --

  append(records) {
    if (ArrayBuffer.isView(records)) records = new Uint8Array(records.buffer, records.byteOffset, records.byteLength)
    else if (records instanceof ArrayBuffer) records = new Uint8Array(records)
    else throw badArguments("records")
    const pieceLength = 1 << 22
    for (let start = 0; start < records.length; start += pieceLength) {
      let piece = records.subarray(start, start + pieceLength)
      if (this.#rest.length > 0) {
        const joined = new Uint8Array(this.#rest.length + piece.length)
        joined.set(this.#rest)
        joined.set(piece, this.#rest.length)
        piece = joined
      }
      const following = Math.max(0, records.length - start - pieceLength)
      const read = new AnswerReader(this.#pass(piece, "retrace_append", following)).int()
      this.#rest = piece.slice(read)
    }
    if (records.length === 0) this.#run("retrace_used", [])
  }

  get isCut() { return this.#rest.length > 0 }

  fold({ atMost = 0x7fff_ffff } = {}) {
    const answer = this.#read("retrace_fold", atMost)
    this.#newest = answer.int()
    this.#count = answer.int()
    this.#damaged = answer.int()
    this.#unknown = answer.int()
    this.#stored = this.#newest
    return this.#newest
  }

  get newest() { return this.#newest }
  get count() { return Math.max(this.#count, this.#newest) }
  get damaged() { return this.#damaged }
  get unknown() { return this.#unknown }
  get memory() { return this.#run("retrace_used", []) >>> 0 }

  records({ from = 1, through = this.#newest } = {}) { return this.#call("retrace_records", from, through) }

  // -- Looking --

  at(event = this.#newest) {
    if (!Number.isInteger(event) || event < 0 || event > this.#newest) {
      throw new RetraceError("noSuchEvent", `There is no event #${event}.`)
    }
    return new Session(this, event)
  }

  without(actions) {
    const writer = new RequestWriter()
    for (const action of Array.isArray(actions) ? actions : [actions]) argumentTypes.id(writer, action, "actions")
    if (writer.bytes.length === 0) return this.at()
    this.#pass(writer.bytes, "retrace_skip")
    return new Session(this, hypothetical)
  }

  text(field, event) {
    const number = textFields.indexOf(field)
    if (number < 0) throw badArguments("field")
    return event ? this.#read("retrace_text", number, event).text() : null
  }

  moments({ after = 0 } = {}) {
    return rows(this.#numbers("retrace_moments", after), 5, (numbers, place) => {
      const flags = numbers[place + 2]
      return {
        first: numbers[place], last: numbers[place + 1], time: numbers[place + 4] * 0x1_0000_0000 + (numbers[place + 3] >>> 0),
        undone: (flags & 1) !== 0, byUser: (flags & 2) !== 0, isUndo: (flags & 4) !== 0, onBranch: (flags & 8) !== 0,
      }
    })
  }

  events({ from = 1, through = this.#newest } = {}) { return events(this.#read("retrace_events", from, through)) }

  why(subject) {
    const [kind, id] = Object.entries(subject ?? {})[0] ?? []
    const number = subjects.indexOf(kind)
    if (number < 0 || !Number.isInteger(id)) throw badArguments("subject")
    return events(this.#read("retrace_why", number, id))
  }

  changes(from, to = this.#newest) {
    const answer = this.#read("retrace_changes", from, to)
    const found = []
    while (!answer.isAtEnd) {
      found.push([answer.text(), [answer.int(), answer.int(), answer.int(), answer.int(), answer.int()]])
    }
    return found.map(([kind, numbers]) => change(this, kind, numbers))
  }

  snapshot({ at = this.#newest, part = "browser" } = {}) {
    return this.#call("retrace_snapshot", at, part === "library" ? 1 : 0)
  }

  /** Returns the rows of a list of a moment. Only `Session` calls this function. */
  rows(list, event) { return this.#numbers("retrace_list", lists.indexOf(list), event) }

  /** Returns the index of the current entry of a tab and its entries, as rows. */
  entryRows(event, tab) { return this.#numbers("retrace_tab", 0, event, tab) }

  address(event, tab) { return this.#read("retrace_tab", 1, event, tab).text() }

  // -- Acting --

  perform(actions, { time = Date.now(), ...author } = {}) {
    const writer = new RequestWriter()
    writeAuthor(writer, author)
    const all = Array.isArray(actions) ? actions : [actions]
    writer.int(all.length)
    for (const action of all) writeAction(writer, action)
    const answer = new AnswerReader(this.#pass(writer.bytes, "retrace_perform", time))
    const written = { first: answer.id(), last: answer.id(), tab: answer.id() }
    this.#advance(written.last)
    return written
  }

  undo(options) { return this.#turn(true, options) }
  redo(options) { return this.#turn(false, options) }

  #turn(isUndo, { count = 1, events = [], includeLater = false, time = Date.now(), ...author } = {}) {
    const writer = new RequestWriter()
    writeAuthor(writer, author)
    writer.int(isUndo ? 1 : 0)
    writer.int(includeLater ? 1 : 0)
    argumentTypes.int(writer, count, "count")
    argumentTypes.ids(writer, events, "events")
    const answer = new AnswerReader(this.#pass(writer.bytes, "retrace_turn", time))
    const turned = { actions: [], kept: [] }
    for (let left = answer.int(); left > 0; left--) turned.actions.push(answer.int())
    while (!answer.isAtEnd) turned.kept.push({ action: answer.int(), reason: answer.int() })
    this.fold()
    return turned
  }

  #advance(last) {
    if (!last) return
    this.#newest = this.#count = last
    // A fold also stores states, so that earlier moments stay quick to show.
    if (last - this.#stored >= 1024) this.fold()
  }

  get undoable() { return this.#read("retrace_turnable").id() }

  get redoable() {
    const answer = this.#read("retrace_turnable")
    answer.int()
    return answer.id()
  }

  resolve(text) {
    if (typeof text !== "string") throw badArguments("text")
    const answer = new AnswerReader(this.#pass(encoder.encode(text), "retrace_resolve"))
    return { url: answer.text(), searchTerms: answer.text(), reason: answer.text() }
  }
}

function events(answer) {
  const found = []
  while (!answer.isAtEnd) {
    const event = {
      event: answer.int(), batch: answer.int(), time: answer.time(), occurred: answer.time() || null,
      cause: answer.id(), branch: answer.id(), tab: answer.id(),
    }
    const flags = answer.int()
    event.actor = actors[flags >> 8]
    event.undone = (flags & 1) !== 0
    event.forgotten = (flags & 2) !== 0
    event.kind = answer.text() ?? "unknown"
    event.agent = answer.text()
    event.batchName = answer.text()
    event.sentence = answer.text()
    found.push(event)
  }
  return found
}

// ---- A session ----

/** Creates a getter that computes its value once. */
function lazy(object, name, compute) {
  Object.defineProperty(object, name, {
    configurable: true, enumerable: true,
    get() {
      const value = compute()
      Object.defineProperty(object, name, { value, enumerable: true })
      return value
    },
  })
}

/** Converts rows of numbers. */
function rows(numbers, width, convert, start = 0) {
  const found = []
  for (let place = start; place < numbers.length; place += width) found.push(convert(numbers, place))
  return found
}

export class Session {
  #log

  constructor(log, event) {
    this.#log = log
    this.event = event
    const list = (name, width, convert) => {
      lazy(this, name, () => rows(log.rows(name, event), width, convert))
    }
    list("windows", 9, (row, at) => this.#window(row, at))
    list("tabs", 13, (row, at) => new Tab(this, log, row, at))
    list("groups", 5, (row, at) => this.#group(row, at))
    lazy(this, "closed", () => this.#closed(log.rows("closed", event)))
    lazy(this, "bookmarks", () => this.#bookmarks(log.rows("bookmarks", event)))
    lazy(this, "settings", () => this.#settings(log.rows("settings", event)))
    lazy(this, "zooms", () => {
      const numbers = log.rows("zooms", event)
      return {
        default: numbers[0] / 10_000,
        sites: new Map(rows(numbers, 2, (row, at) => [log.text("host", row[at]), row[at + 1] / 10_000], 1)),
      }
    })
  }

  tab(id) { return this.tabs.find(tab => tab.id === id) ?? null }
  window(id) { return this.windows.find(window => window.id === id) ?? null }
  get focusedWindow() { return this.windows.find(window => window.focused) ?? null }
  get activeTab() { return this.tab(this.focusedWindow?.activeTab) }

  /** Returns the history of an open or closed tab. */
  history(tab) {
    const numbers = this.#log.entryRows(this.event, tab)
    return { index: numbers[0], entries: rows(numbers, 6, (row, at) => this.#entry(row, at), 1) }
  }

  #window(row, at) {
    const log = this.#log
    const window = {
      id: row[at], activeTab: row[at + 1], tabCount: row[at + 3], focused: (row[at + 4] & 16) !== 0,
      state: showStates[row[at + 4] & 15],
      bounds: { left: row[at + 5], top: row[at + 6], width: row[at + 7], height: row[at + 8] },
    }
    lazy(window, "name", () => log.text("title", row[at + 2]) ?? "")
    lazy(window, "tabs", () => this.tabs.filter(tab => tab.windowId === window.id))
    return window
  }

  #group(row, at) {
    const log = this.#log
    const group = {
      id: row[at], windowId: row[at + 1], color: colors[row[at + 3] & 15], collapsed: (row[at + 3] & 16) !== 0,
      count: row[at + 4],
    }
    lazy(group, "title", () => log.text("title", row[at + 2]) ?? "")
    return group
  }

  #page(page, content, title) {
    lazy(page, "url", () => this.#log.text("url", content) || startPage)
    lazy(page, "title", () => this.#log.text("title", title) ?? "")
    return page
  }

  #entry(row, at) {
    const flags = row[at + 5]
    const entry = {
      id: row[at], content: row[at + 1], activated: (flags & 1) !== 0, skippable: (flags & 2) !== 0,
      picture: row[at + 4] || null,
    }
    return this.#page(entry, row[at + 1], row[at + 2])
  }

  #closed(numbers) {
    const items = []
    for (let at = 0; at < numbers.length; at += 7) {
      let item = items.at(-1)
      if (item?.id !== numbers[at]) {
        item = { id: numbers[at], kind: closedKinds[numbers[at + 1]], windowId: numbers[at + 2], tabs: [] }
        items.push(item)
      }
      item.tabs.push(this.#page({ id: numbers[at + 3] }, numbers[at + 5], numbers[at + 6]))
    }
    return items
  }

  #bookmarks(numbers) {
    const log = this.#log
    const top = []
    const folders = new Map()
    for (let at = 0; at < numbers.length; at += 8) {
      const bookmark = { id: numbers[at], type: bookmarkTypes[numbers[at + 2]], parentId: numbers[at + 1] || null }
      lazy(bookmark, "title", () => log.text("title", numbers[at + 3]) ?? "")
      lazy(bookmark, "url", () => log.text("url", numbers[at + 4]) || null)
      lazy(bookmark, "tags", () => (log.text("tags", numbers[at + 5]) || null)?.split("\n") ?? [])
      lazy(bookmark, "keyword", () => log.text("keyword", numbers[at + 6]) || null)
      lazy(bookmark, "note", () => log.text("note", numbers[at + 7]) || null)
      if (bookmark.type === "folder") {
        bookmark.children = []
        folders.set(bookmark.id, bookmark.children)
      }
      (folders.get(numbers[at + 1]) ?? top).push(bookmark)
    }
    return top
  }

  #settings(numbers) {
    const settings = {}
    for (const [index, name] of settingNames.entries()) {
      lazy(settings, name, () => this.#log.text("value", numbers[index]) || null)
    }
    return settings
  }
}

/** An open tab: a row of numbers, whose texts are looked up when they are read. */
class Tab {
  #session
  #log
  #row
  #at

  constructor(session, log, row, at) {
    this.#session = session
    this.#log = log
    this.#row = row
    this.#at = at
  }

  #number(index) { return this.#row[this.#at + index] }
  #flag(bit) { return (this.#number(3) & bit) !== 0 }

  get id() { return this.#number(0) }
  get windowId() { return this.#number(1) }
  get index() { return this.#number(2) }
  get active() { return this.#flag(1) }
  get pinned() { return this.#flag(2) }
  get muted() { return this.#flag(4) }
  get canGoBack() { return this.#flag(8) }
  get canGoForward() { return this.#flag(16) }
  get forgotten() { return this.#flag(32) }
  get status() { return statuses[this.#number(3) >> 8] }
  get groupId() { return this.#number(4) || null }
  get openerTabId() { return this.#number(5) || null }
  get entry() { return this.#number(6) || null }
  get content() { return this.#number(7) || null }
  get pending() { return this.#number(9) || null }
  get lastActive() { return this.#number(11) || null }
  get url() { return this.#log.text("url", this.#number(7)) || startPage }
  get title() { return this.#log.text("title", this.#number(8)) ?? "" }
  get failure() { return this.status === "failed" ? this.#log.text("reason", this.#number(10)) ?? "" : null }
  get address() { return this.#log.address(this.#session.event, this.id) }
  get history() { return this.#session.history(this.id) }

  get zoom() {
    const own = this.#number(12)
    if (own) return own / 10_000
    const { sites, default: usual } = this.#session.zooms
    if (sites.size === 0) return usual
    return sites.get(/^[^:]*:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(this.url)?.[1]) ?? usual
  }

  toJSON() {
    return Object.fromEntries(["id", "windowId", "index", "active", "pinned", "muted", "status", "groupId", "openerTabId",
      "url", "title"].map(name => [name, this[name]]))
  }
}
