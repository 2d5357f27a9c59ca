// A program that uses most of the types. It is compiled, but not executed.
import { load, actModule, lookModule, RetraceError } from "./retrace.mjs"
import type { Action, Bookmark, Log, Session, Tab } from "./retrace.mjs"

const retrace = await load(actModule)
const log: Log = retrace.open(new Uint8Array(), { memoryLimit: 1 << 24, strict: true })
const { tab, last } = log.perform({ action: "open", address: "swift.org" }, { by: "user", via: "button" })
const visit = (url: string): Action => ({ action: "open", url, transition: "typed", place: "end" })
log.perform(["https://a.example/", "https://b.example/"].map(visit), { name: "morning", agent: "tidier", run: 7 })
if (tab !== null && last !== null) {
  log.perform({ action: "reportTitle", tab, title: "Swift.org" }, { by: "page", cause: last })
  log.perform({ action: "setValue", tab, name: "kiosk.note", value: "read later" })
  const sentences: string[] = log.why({ tab }).map(event => `${event.agent ?? event.actor} ${event.sentence}`)
  console.log(sentences)
}
const { actions, kept } = log.undo({ count: 2, includeLater: true })
console.log(actions.length, kept[0]?.reason, log.undoable, log.redoable)

const session: Session = log.at(log.moments()[0]?.last)
const titles = (tabs: Tab[]): string[] => tabs.map(each => each.title || each.url)
for (const window of session.windows) console.log(window.name, titles(window.tabs), window.bounds.width)
const names = (bookmarks: Bookmark[]): string[] => bookmarks.flatMap(each => [each.title, ...names(each.children ?? [])])
console.log(names(session.bookmarks), session.settings.homePage, session.zooms.sites.get("a.example"))

try {
  (await load(lookModule)).open(log.records({ from: 1 })).at()
} catch (error) {
  if (error instanceof RetraceError) console.error(error.code, error.message)
}

// @ts-expect-error: an action that does not exist.
log.perform({ action: "explode" })
// @ts-expect-error: an id is a number.
log.perform({ action: "closeTabs", tabs: ["1"] })
// @ts-expect-error: a session never changes.
session.windows[0].name = "other"
log.close()
