/* global BigInt */
// The checks of retrace.mjs, which run in node and in browsers. Each check receives the two modules and the stored logs of
// Tests/TimelineTests/Golden/folds.json.

const checks = []

/** All checks, each with a name and a function. */
export default checks

function check(name, run) { checks.push({ name, run }) }

// ---- Expectations ----

export function equal(found, expected, what = "value") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)]
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`)
}

function holds(condition, what) {
  if (!condition) throw new Error(`not true: ${what}`)
}

function fails(code, run) {
  try {
    run()
  } catch (error) {
    equal(error.code, code, `code of “${error.message}”`)
    return error
  }
  throw new Error(`no failure with the code ${code}`)
}

// ---- Logs ----

/** Returns delimited records, from records that each follow a length of four bytes. */
function delimited(stored) {
  const bytes = Uint8Array.from(atob(stored), character => character.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  const found = []
  for (let place = 0; place + 4 < bytes.length;) {
    const length = view.getUint32(place, true)
    for (let rest = length; ;) {
      found.push(rest > 127 ? rest & 127 | 128 : rest)
      if (rest <= 127) break
      rest >>>= 7
    }
    for (const byte of bytes.subarray(place + 4, place + 4 + length)) found.push(byte)
    place += 4 + length
  }
  return Uint8Array.from(found)
}

/** Opens a log with two tabs, a title, a pinned tab, a group and a bookmark. */
function small({ act }) {
  const log = act.open()
  const time = 1_700_000_000_000
  const first = log.perform({ action: "open", address: "a.example" }, { time }).tab
  const second = log.perform({ action: "open", url: "https://b.example/x" }, { time: time + 1 }).tab
  log.perform({ action: "reportTitle", tab: first, title: "A “quoted” \u{1f600} title" }, { time: time + 2, by: "page" })
  log.perform({ action: "pin", tab: second }, { time: time + 3, agent: "tidier", name: "Tidy" })
  log.perform({ action: "group", tabs: [first], title: "Group", color: "cyan" }, { time: time + 4 })
  log.perform({ action: "addBookmark", title: "B", url: "https://b.example/", tags: ["x", "y"], newFolders: ["F"] })
  return { log, first, second, time }
}

/** FNV-1a with 64 bits. */
function sum(hash, bytes) {
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash
}

// ---- Looking ----

check("stored logs fold to the same states as in Swift", ({ look, act, folds }) => {
  holds(folds.logs.length > 1, "there are stored logs")
  for (const [index, stored] of folds.logs.entries()) {
    const [log, other] = [act.open(), look.open()]
    for (const each of [log, other]) each.append(delimited(stored.records))
    let hash = 0xcbf29ce484222325n
    do {
      for (const each of [log, other]) each.fold({ atMost: 100 })
      hash = sum(hash, log.snapshot())
      hash = sum(hash, log.snapshot({ part: "library" }))
      equal(contents(other), contents(log), `the lists of log ${index} at #${log.newest}`)
    } while (log.newest < log.count)
    equal(hash.toString(16), stored.sum, `the states of log ${index}`)
    log.close()
    other.close()
  }
})

/** Returns everything that the present of a log contains. */
function contents(log) {
  const session = log.at()
  const { windows, groups, closed, bookmarks, settings, zooms } = session
  const tabs = session.tabs.map(tab => ({ ...tab.toJSON(), history: tab.history, failure: tab.failure, zoom: tab.zoom }))
  return { windows, tabs, groups, closed, bookmarks, settings, zooms: [zooms.default, ...zooms.sites] }
}

check("each moment is the same, no matter in which order moments are read", ({ look, folds }) => {
  for (const stored of folds.logs) {
    const records = delimited(stored.records)
    const [log, other] = [look.open(records), look.open(records)]
    const texts = []
    for (let event = 0; event <= log.newest; event += 7) texts.push(JSON.stringify(log.at(event).tabs))
    for (let index = texts.length - 1; index >= 0; index--) {
      equal(JSON.stringify(other.at(index * 7).tabs), texts[index], `#${index * 7}`)
    }
    log.close()
    other.close()
  }
})

check("records can be appended byte by byte", ({ look, folds }) => {
  const records = delimited(folds.logs[0].records)
  const [log, whole] = [look.open(), look.open(records)]
  for (const byte of records) log.append(Uint8Array.of(byte))
  holds(!log.isCut, "the last record is complete")
  log.fold()
  equal(log.newest, whole.newest)
  equal(contents(log), contents(whole))
  equal([...whole.records()], [...records], "the records")
  equal(log.records({ from: 2, through: 2 }).length, records[records[0] + 1] + 1, "one record")
})

check("a large log is appended in several pieces", ({ look, act }) => {
  const log = act.open()
  for (const letter of "abcde") log.perform({ action: "addBookmark", title: letter, note: letter.repeat(1_000_000), url: "https://a.example/" })
  const records = log.records()
  holds(records.length > 1 << 22, "the log is longer than a piece")
  const copy = look.open()
  copy.append(records.subarray(0, 100))
  copy.append(records.subarray(100))
  copy.fold()
  equal(contents(copy), contents(log))
  const rest = copy.records()
  holds(rest.length === records.length && rest.every((byte, index) => byte === records[index]), "the records are the same")
})

check("a stream is opened in pieces", async ({ look, folds }) => {
  const records = delimited(folds.logs[1].records)
  async function* pieces() { for (let at = 0; at < records.length; at += 1000) yield records.subarray(at, at + 1000) }
  const reported = []
  const log = await look.openStream(pieces(), { onProgress: (...numbers) => { reported.push(numbers) } })
  equal(reported.at(-1), [log.count, log.count])
  holds(log.count > 300, "all records were read")
})

check("a session has windows, tabs, histories, groups, closed items, bookmarks, zoom and settings", context => {
  const { log, first, second } = small(context)
  const session = log.at()
  equal(session.tabs.map(tab => [tab.id, tab.url, tab.pinned, tab.index]),
    [[second, "https://b.example/x", true, 0], [first, "https://a.example/", false, 1]])
  equal(session.tab(first).title, "A “quoted” \u{1f600} title")
  equal(session.activeTab.id, second)
  equal(session.windows.map(window => [window.focused, window.tabCount, window.tabs.length]), [[true, 2, 2]])
  equal(session.groups.map(group => [group.title, group.color, group.count]), [["Group", "cyan", 1]])
  equal(session.tab(first).groupId, session.groups[0].id)
  const [folder] = session.bookmarks
  equal([folder.type, folder.title, folder.children[0].url, folder.children[0].tags],
    ["folder", "F", "https://b.example/", ["x", "y"]])
  log.perform({ action: "go", tab: first, address: "c.example" })
  equal(log.at().history(first).entries.map(entry => entry.url),
    ["about:start", "https://a.example/", "https://c.example/"].slice(-log.at().history(first).entries.length))
  holds(log.at().tab(first).canGoBack, "the tab can go back")
  equal(log.at().tab(first).address, "https://c.example/")
  log.perform({ action: "zoom", tab: first, zoom: "in" })
  equal(log.at().tab(first).zoom, 1.15)
  equal([...log.at().zooms.sites], [["c.example", 1.15]])
  equal(log.at().tab(second).zoom, 1)
  log.perform({ action: "set", setting: "historyLimit", value: "20" })
  equal(log.at().settings.historyLimit, "20")
  equal(session.settings.historyLimit, null)
  log.perform({ action: "closeTabs", tabs: [first] })
  equal(log.at().closed[0].tabs.map(tab => tab.url), ["https://c.example/"])
  equal(log.at().history(first).entries.at(-1).url, "https://c.example/")
  log.close()
})

check("events have sentences and authors", context => {
  const { log, first, second, time } = small(context)
  const found = log.events()
  equal(found.length, log.newest)
  equal(found.map(event => event.event), found.map((_, index) => index + 1))
  const pinned = found.find(event => event.kind === "tab.pinned")
  equal([pinned.actor, pinned.agent, pinned.batchName, pinned.time, pinned.tab], ["user", "tidier", "Tidy", time + 3, second])
  equal(pinned.sentence, "pinned https://b.example/x")
  equal(found.find(event => event.kind === "page.titled").sentence, "titled a page “A “quoted” \u{1f600} title”")
  equal(log.why({ tab: second }).at(-1).kind, "tab.pinned")
  equal(log.why({ tab: first }).map(event => event.kind).includes("tab.pinned"), false)
  const { actions: [undone] } = log.undo({ events: [pinned.event] })
  equal(undone, pinned.batch)
  equal(log.events({ from: pinned.event, through: pinned.event })[0].undone, true)
  equal(log.events({ from: log.newest })[0].sentence, `undid #${pinned.batch}`)
  log.close()
})

check("moments are the actions of the log", context => {
  const { log, first } = small(context)
  const before = log.moments()
  equal(before.map(moment => moment.byUser), [true, true, false, true, true, true])
  for (const [index, moment] of before.entries()) equal(moment.first, index ? before[index - 1].last + 1 : 1)
  log.perform([{ action: "mute", tab: first }, { action: "reload", tab: first }], { name: "Both" })
  equal(log.moments({ after: before.at(-1).last }).length, 1)
  log.undo()
  equal(log.moments().map(moment => moment.undone).filter(Boolean).length, 1)
  equal(log.moments().at(-1).isUndo, true)
  log.close()
})

check("changes are named as in JSON", context => {
  const { log, first, second } = small(context)
  const kinds = log.changes(0).map(change => change.kind)
  for (const kind of ["windowOpened", "tabOpened", "groupAdded", "bookmarkAdded", "windowFocused"]) {
    holds(kinds.includes(kind), kind)
  }
  const before = log.newest
  log.perform({ action: "go", tab: first, address: "c.example" })
  log.perform({ action: "mute", tab: second })
  log.perform({ action: "move", tab: first, to: 0, window: log.perform({ action: "openWindow" }).first })
  const changes = log.changes(before)
  equal(changes.find(change => change.kind === "tabMuted"), { kind: "tabMuted", tab: second, muted: true })
  const entry = changes.find(change => change.kind === "tabEntry")
  equal([entry.tab, entry.to.url], [first, "https://c.example/"])
  const moved = changes.find(change => change.kind === "tabMoved")
  equal([moved.tab, moved.from.index, moved.to.index], [first, 1, 0])
  holds(moved.from.window !== moved.to.window, "the window differs")
  equal(log.changes(log.newest), [])
  equal(log.changes(log.newest, before).find(change => change.kind === "tabMuted").muted, false)
  log.close()
})

// ---- Acting ----

check("undo and redo restore the state", context => {
  const { log, first } = small(context)
  const states = [JSON.stringify(log.at().tabs)]
  const closing = log.perform({ action: "closeTabs", tabs: [first] }).first
  states.push(JSON.stringify(log.at().tabs))
  equal([log.undoable, log.redoable], [closing, null])
  log.undo()
  equal(JSON.stringify(log.at().tabs), states[0])
  equal(log.redoable, closing)
  log.redo()
  equal(JSON.stringify(log.at().tabs), states[1])
  fails("nothingToDo", () => log.redo())
  log.undo({ count: 100 })
  equal(log.at().tabs.length, 0)
  fails("nothingToDo", () => log.undo())
  log.close()
})

check("an undo keeps what others have built on, unless it includes later actions", context => {
  const log = context.act.open()
  const window = log.perform({ action: "open", address: "a.example" })
  const { tab, first } = log.perform({ action: "open", address: "b.example" }, { agent: "tidier", run: 1 })
  const { first: reason } = log.perform({ action: "go", tab, address: "c.example" })
  equal(log.undo({ events: [first] }), { actions: [], kept: [{ action: first, reason }] })
  equal(log.undo({ events: [first], includeLater: true }).actions, [first])
  equal(log.at().tabs.map(tab => tab.id), [window.tab])
  log.close()
})

check("the records of actions fold to the same state elsewhere", context => {
  const { log } = small(context)
  log.undo()
  log.redo()
  const copy = context.act.open(log.records())
  equal(copy.damaged, 0)
  equal(contents(context.look.open(log.records())), contents(log))
  equal([...copy.snapshot()], [...log.snapshot()])
  equal([...copy.snapshot({ part: "library" })], [...log.snapshot({ part: "library" })])
  const later = context.act.open(log.records())
  later.perform({ action: "open" })
  equal(later.at().activeTab.url, "about:start")
  for (const each of [log, copy, later]) each.close()
})

check("several actions are one batch, and none is written if one is refused", context => {
  const { log, first, second } = small(context)
  const before = [...log.records()]
  fails("noSuchTab", () => log.perform([{ action: "mute", tab: first }, { action: "pin", tab: 4711 }]))
  fails("badArguments", () => log.perform([{ action: "mute", tab: first }, { action: "pin" }]))
  equal([...log.records()], before)
  const written = log.perform([{ action: "mute", tab: first }, { action: "mute", tab: second }])
  equal(written.last - written.first, 1)
  log.undo()
  equal(log.at().tabs.map(tab => tab.muted), [false, false])
  log.close()
})

check("typed text is resolved", ({ act }) => {
  const log = act.open()
  equal(log.resolve("swift.org").url, "https://swift.org/")
  const search = log.resolve("^ & * $ + # % \u{1f600}")
  equal(search.searchTerms, "^ & * $ + # % \u{1f600}")
  equal(log.resolve("bücher.example").url, "https://xn--bcher-kva.example/")
  fails("invalidAddress", () => log.resolve("javascript:alert(1)"))
  fails("invalidAddress", () => log.perform({ action: "open", address: "" }))
  log.perform({ action: "addBookmark", title: "S", url: "https://s.example/?q=%s", keyword: "s" })
  equal(log.resolve("s two words").url, "https://s.example/?q=two+words")
  log.close()
})

check("every action is accepted or refused with a code", ({ act }) => {
  const log = act.open()
  const tab = log.perform({ action: "open", address: "a.example" }).tab
  const window = log.at().windows[0].id
  const bounds = { left: 1, top: 2, width: 300, height: 400 }
  const all = [
    { action: "open", place: { backgroundLink: tab }, url: "https://b.example/", transition: "link" },
    { action: "open", place: { foregroundLink: tab } }, { action: "open", place: { index: 0 }, pinned: true },
    { action: "open", newWindow: true, address: "c.example" }, { action: "duplicate", tab },
    { action: "moveTabs", tabs: [tab] }, { action: "moveBy", tab, places: -1 }, { action: "mute", tab },
    { action: "moveTabsToNewWindow", tabs: [tab] }, { action: "moveToNewWindow", tab: log.newest }, { action: "discard", tab },
    { action: "openWindow", bounds, showState: "maximized" }, { action: "focusWindow", window },
    { action: "nameWindow", window, name: "W" }, { action: "placeWindow", window, bounds },
    { action: "group", tabs: [tab] }, { action: "ungroup", tabs: [tab] }, { action: "go", address: "d.example" },
    { action: "follow", tab, url: "https://a.example/2", redirects: ["https://a.example/3"] },
    { action: "startLoad", tab, url: "https://a.example/4" }, { action: "commitLoad", tab, redirects: [] },
    { action: "travel", tab, by: -1 }, { action: "startTravel", tab, by: 1 }, { action: "stop", tab },
    { action: "step", tab, by: 1 }, { action: "reload", tab, loading: true }, { action: "failLoad", tab, reason: "lost" },
    { action: "finishLoad", tab }, { action: "reportScroll", tab, x: 0, y: 700 }, { action: "reportActivation", tab },
    { action: "reportPicture", tab, picture: "0".repeat(64) }, { action: "zoomSite", host: "a.example", level: 1.5 },
    { action: "zoomTemporarily", tab, zoom: 2 },
    { action: "addBookmark", type: "separator" }, { action: "editBookmark", bookmark: 1, title: "T" },
    { action: "moveBookmark", bookmark: 1 }, { action: "removeBookmark", bookmark: 1, all: true },
    { action: "restore", at: 2 }, { action: "restore", at: 2, parts: [{ tab }, "zoom"] },
    { action: "openSession", frontEnd: "kiosk" }, { action: "endSession" }, { action: "closeWindow", window },
    { action: "changeGroup", group: 1, color: "red" }, { action: "moveGroup", group: 1 },
    { action: "moveGroupToNewWindow", group: 1 }, { action: "collapse", group: 1 }, { action: "reopen" },
    { action: "restoreTab", tab }, { action: "take", device: 2, tab }, { action: "send", tab, device: 2 },
    { action: "zoomDefault", level: 1.25 },
  ]
  const codes = new Set()
  for (const action of all) {
    try {
      log.perform(action)
      codes.add("done")
    } catch (error) {
      holds(error.code && !["badArguments", "stopped", "noMemory"].includes(error.code), `${action.action}: ${error}`)
      codes.add(error.code)
    }
  }
  holds(codes.has("done") && codes.has("noSuchGroup") && codes.has("noSuchDevice"), [...codes].join())
  equal(log.at().zooms.default, 1.25)
  log.close()
})

check("a thousand tabs are opened in a reasonable time", ({ act }) => {
  const log = act.open()
  const start = performance.now()
  for (let tab = 0; tab < 1000; tab++) log.perform({ action: "open", url: `https://${tab}.example/` })
  const milliseconds = performance.now() - start
  equal(log.at().tabs.length, 1000)
  // The usual time is below 30 ms. The bound is for a busy machine.
  holds(milliseconds < 3000, `${milliseconds} ms`)
  log.close()
})

// ---- Bad input ----

check("other bytes are refused, and cut logs are recognised", ({ look, folds }) => {
  const records = delimited(folds.logs[0].records)
  fails("damaged", () => look.open(Uint8Array.of(255, 255, 255, 255, 255, 255)))
  fails("damaged", () => look.open(Uint8Array.of(0, 0, 0)))
  const cut = look.open(records.subarray(0, records.length - 1))
  holds(cut.isCut, "the log is cut")
  const whole = look.open(records)
  equal(cut.newest, whole.newest - 1)
  equal(cut.damaged, 0)
  fails("damaged", () => look.open(records.subarray(0, records.length - 1), { strict: true }))
  equal(look.open(records, { strict: true }).newest, whole.newest)
  equal(look.open(new Uint8Array(0)).newest, 0)
  for (const bad of [undefined, null, "text", 7, {}]) fails("badArguments", () => cut.append(bad))
})

check("a changed byte damages one record, and a missing record damages all later ones", ({ look, folds }) => {
  const records = delimited(folds.logs[0].records)
  const changed = records.slice()
  changed[records[0] + 1 + 8] ^= 1
  const log = look.open(changed)
  equal(log.damaged, 1)
  fails("damaged", () => look.open(changed, { strict: true }))
  holds(log.at().tabs.length >= 0, "the rest is folded")
  const short = look.open(records.subarray(records[0] + 1))
  equal(short.damaged, short.count)
})

check("random bytes never trap", ({ look, act, folds }) => {
  const records = delimited(folds.logs[0].records)
  let seed = 1
  const random = limit => (seed = seed * 1103515245 + 12345 & 0x7fffffff) % limit
  for (let round = 0; round < 60; round++) {
    const bytes = records.slice(0, 2000 + random(2000))
    for (let count = 0; count < 8; count++) bytes[random(bytes.length)] = random(256)
    const log = (round % 2 ? look : act).open()
    try {
      log.append(bytes)
    } catch (error) {
      equal(error.code, "damaged")
    }
    log.fold()
    holds(log.at().windows.length >= 0 && log.events().length >= 0 && log.moments().length >= 0, "can be read")
    log.changes(0)
    log.close()
  }
})

check("ids, moments and arguments that do not exist are refused", context => {
  const { log } = small(context)
  for (const event of [-1, 1.5, log.newest + 1, 2 ** 40, NaN, "1", null]) fails("noSuchEvent", () => log.at(event))
  for (const id of [0, -1, 4711, 2 ** 31 - 1, -(2 ** 31)]) {
    fails(id === -(2 ** 31) ? "badArguments" : "noSuchTab", () => log.perform({ action: "pin", tab: id }))
    fails("noSuchTab", () => log.at().history(id))
    equal(log.at().tab(id), null)
  }
  for (const action of [undefined, null, {}, { action: "fly" }, { action: "pin" }, { action: "pin", tab: "1" },
    { action: "pin", tab: 1.5 }, { action: "open", address: 7 }, { action: "group", tabs: 1 }, { action: "closeTabs" },
    { action: "zoom", tab: 1, zoom: "up" }, { action: "set", setting: "colour", value: "" },
    { action: "open", place: "left" }, { action: "restore", at: 1, parts: ["all"] }]) {
    fails("badArguments", () => log.perform(action))
  }
  fails("badArguments", () => log.perform([], { by: "nobody" }))
  fails("badArguments", () => log.text("words", 1))
  fails("badArguments", () => log.why({ moon: 1 }))
  fails("noSuchEvent", () => log.why({ tab: 4711 }))
  fails("noSuchEvent", () => log.changes(1, 4711))
  equal(log.text("url", 4711), null)
  equal(log.text("url", -5), null)
  equal(log.events({ from: 100, through: 5 }), [])
  equal(log.at(0).tabs, [])
  fails("tooLong", () => log.perform({ action: "open", url: "https://a.example/" + "x".repeat(3 << 20) }))
  log.close()
})

check("a closed log refuses every call", context => {
  const { log, first } = small(context)
  const session = log.at()
  holds(session.tabs.length === 2, "the session was read")
  log.close()
  log.close()
  holds(!log.isOpen, "the log is closed")
  for (const run of [() => log.append(new Uint8Array(1)), () => log.append(new Uint8Array(0)), () => log.fold(),
    () => log.events(), () => log.moments(), () => log.changes(0), () => log.perform({ action: "mute", tab: first }),
    () => log.undo(), () => log.records(), () => log.memory, () => session.tabs[0].url, () => session.windows,
    () => log.resolve("a"), () => log.undoable]) fails("badHandle", run)
})

check("invalid UTF-8 is repaired as in browsers", ({ act }) => {
  const { exports } = new WebAssembly.Instance(act.module, {})
  const decoder = new TextDecoder()
  // Parts of sequences, surrogates, overlong sequences, and bytes that no sequence has.
  const parts = ["61", "c3a9", "e282ac", "f09f9880", "c3", "e282", "f09f98", "80", "bf", "eda080", "c080", "e08080", "f4908080", "f8", "ff"]
    .map(digits => Uint8Array.from(digits.match(/../g), pair => parseInt(pair, 16)))
  let number = 1
  for (let round = 0; round < 400; round++) {
    // The words of a search are answered as they are.
    const bytes = [0x61, 0x20, 0x62]
    for (let left = round % 12; left > 0; left--) {
      number = number * 48_271 % 0x7fff_ffff
      bytes.push(...parts[number % parts.length])
    }
    bytes.push(0x63)
    const address = exports.malloc(bytes.length)
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes)
    const length = exports.retrace_resolve(address, bytes.length)
    exports.free(address)
    const answer = new DataView(exports.memory.buffer, exports.retrace_answer(), length)
    const start = 4 + answer.getInt32(0, true)
    const words = new Uint8Array(answer.buffer, answer.byteOffset + start + 4, answer.getInt32(start, true))
    equal([...words], [...new TextEncoder().encode(decoder.decode(Uint8Array.from(bytes)))], `the text of ${bytes}`)
  }
})

check("the module for reading refuses actions", ({ look }) => {
  const log = look.open()
  fails("noSuchMethod", () => log.snapshot())
  fails("noSuchMethod", () => log.perform({ action: "open" }))
  fails("noSuchMethod", () => log.undo())
  fails("noSuchMethod", () => log.resolve("a"))
  equal(log.newest, 0)
})

check("after a fault, the log refuses every call, and other logs continue", async context => {
  const { log, first } = small(context)
  const records = log.records()
  // A fault: the module runs out of memory in the middle of an action.
  const limited = context.act.open(records, { memoryLimit: log.memory + (1 << 20) })
  let failure
  try {
    for (;;) limited.perform({ action: "reportTitle", tab: first, title: "x".repeat(100_000) })
  } catch (error) {
    failure = error
  }
  equal(failure.code, "noMemory")
  if (!limited.isOpen) fails("noMemory", () => limited.fold())
  equal(log.at().tabs.length, 2)
  const again = context.act.open(records)
  equal(JSON.stringify(again.at().tabs), JSON.stringify(log.at().tabs))
  fails("badArguments", () => context.act.open(undefined, { memoryLimit: -1 }))
})

check("appending beyond the memory fails, and the log stays usable", ({ look, folds }) => {
  const records = delimited(folds.logs[0].records)
  const log = look.open(records)
  const limited = look.open(records, { memoryLimit: log.memory * 2 })
  fails("noMemory", () => limited.append(new Uint8Array(log.memory * 3).fill(1)))
  equal(limited.newest, log.newest)
  equal(limited.at().tabs.length, log.at().tabs.length)
})

check("the memory of closed logs is released", ({ look, folds }) => {
  const records = delimited(folds.logs[0].records)
  // 64 GiB of address space in total, which no engine provides at once.
  const block = new Uint8Array(16 << 20)
  for (let count = 0; count < 64; count++) {
    const log = look.open(records)
    fails("damaged", () => log.append(block))
    log.close()
  }
})
