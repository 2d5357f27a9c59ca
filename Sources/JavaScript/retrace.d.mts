/** Retrace in JavaScript: the log of a browser session, its state at any moment, and actions with undo. */

/** The module that reads logs, next to `retrace.mjs`. */
export const lookModule: URL
/** The module that also performs actions, next to `retrace.mjs`. */
export const actModule: URL

type Source = URL | string | Response | BufferSource | WebAssembly.Module

/** Loads and compiles a module, by default `lookModule`. Throws `RetraceError` (`missing`) if the server does not have it. */
export function load(source?: Source | Promise<Source>): Promise<Retrace>

/**
 * A failure. Programs can rely on the code: the codes of refused actions, such as `noSuchTab`, `nothingToDo`, or
 * `invalidAddress`; `badArguments`; `noSuchEvent`; `damaged` (the bytes are not a log); `full`; `noMemory`; `badHandle` (the
 * log was closed); `noSuchMethod` (the module only reads logs); `missing`; and `stopped` (a fault of the module).
 *
 * After `stopped`, and after `noMemory` in any function except `append`, the log can no longer be used. Open it again.
 */
export class RetraceError extends Error {
  readonly code: string
}

/** A compiled module. Each log that it opens has its own memory. */
export interface Retrace {
  /** The compiled module, which can be posted to a worker and passed to `load`. */
  readonly module: WebAssembly.Module
  /** Opens a log in memory, which is empty or has the given records (`retrace export records`). */
  open(records?: BufferSource, options?: OpenOptions): Log
  /** Opens a log from a stream, and lets the page draw between parts of the work. */
  openStream(stream: AsyncIterable<BufferSource>,
    options?: OpenOptions & { onProgress?(folded: number, count: number): void }): Promise<Log>
}

export interface OpenOptions {
  /** The maximum memory of the log in bytes. By default, the maximum of WebAssembly: 4 GiB. */
  memoryLimit?: number
  /**
   * Whether a log that is cut or has a damaged record is refused with the code `damaged`. By default, such records are left
   * out and counted.
   */
  strict?: boolean
}

/** The id of a tab, window, group, entry or bookmark: the number of the event that created it. */
export type ID = number
/** The number of an event: 1, 2, 3 … 0 is the moment before the first event. */
export type EventNumber = number

/** An open log. All functions throw `RetraceError`. */
export interface Log {
  /**
   * Appends records of the export format `records`, in pieces of any length. The last record can be incomplete until the next
   * call. Call `fold` afterwards.
   */
  append(records: BufferSource): void
  /** Whether the appended bytes end within a record. True after the last piece means that the file is cut. */
  readonly isCut: boolean
  /** Folds the appended records, at most `atMost` of them. Returns the newest event that is folded. */
  fold(options?: { atMost?: number }): EventNumber
  /** The newest event that is folded. */
  readonly newest: EventNumber
  /** The number of events in the log. */
  readonly count: number
  /**
   * The number of records that are damaged and left out of the state. A checksum covers the number of its record, so every
   * record after a missing record counts as damaged.
   */
  readonly damaged: number
  /** The number of events that only a newer version knows. Actions are refused if there are any. */
  readonly unknown: number
  /** The memory in use, in bytes. */
  readonly memory: number
  /** Returns stored records as bytes, for `append` or for `protoc`. By default, all records. */
  records(options?: { from?: EventNumber, through?: EventNumber }): Uint8Array
  /** Whether the log can be used. False after `close`, and after a fault. */
  readonly isOpen: boolean
  /** Closes the log and releases its memory. Later calls fail with the code `badHandle`. */
  close(): void

  /** Returns the state after an event, by default the present. A session never changes, and needs the open log for its texts. */
  at(event?: EventNumber): Session
  /**
   * Returns the present as it would be without some actions, which are given by their first events, even if they cannot be
   * undone. The log is not changed. Read the session before the next call of this function. Its `event` is −2.
   */
  without(actions: EventNumber | EventNumber[]): Session
  /** Returns the actions after an event, oldest first, such as for a slider. */
  moments(options?: { after?: EventNumber }): Moment[]
  /** Returns events with sentences that describe them. By default, all events. */
  events(options?: { from?: EventNumber, through?: EventNumber }): EventDescription[]
  /** Returns the events that explain the present state of a thing, oldest first. */
  why(subject: { tab: ID } | { window: ID } | { group: ID } | { bookmark: ID }): EventDescription[]
  /** Returns the differences between two moments. Kinds and members are those of `retrace diff --json`. */
  changes(from: EventNumber, to?: EventNumber): Change[]
  /** Returns a text of an event, or null if the event has no such text. */
  text(field: TextField, event: EventNumber): string | null
  /**
   * Returns a part of a state as bytes, to compare states. The format can change with each version. Requires `actModule`, as
   * the following functions do.
   */
  snapshot(options?: { at?: EventNumber, part?: "browser" | "library" }): Uint8Array
  /**
   * Performs an action, or several actions as one batch, which one undo reverts. If one of them is refused, nothing is
   * written.
   */
  perform(actions: Action | Action[], options?: Author): Written
  /**
   * Undoes the newest actions, by default one, or the actions of events. The actions of events are kept if others have built
   * on them, unless `includeLater` is true.
   */
  undo(options?: Author & { count?: number, events?: EventNumber[], includeLater?: boolean }): Turned
  /** Redoes the newest undone actions, by default one, or the undone actions of events. */
  redo(options?: Author & { count?: number, events?: EventNumber[] }): Turned
  /** The first event of the action that `undo` reverts, or null. */
  readonly undoable: EventNumber | null
  /** The first event of the action that `redo` restores, or null. */
  readonly redoable: EventNumber | null
  /** Returns the destination of typed text, which is a URL, a domain, search terms, or a keyword. */
  resolve(text: string): { url: string, searchTerms: string | null, reason: string | null }
}

/** The author of a batch. By default, the user at the present time. */
export interface Author {
  by?: "user" | "page" | "engine" | "import" | "policy"
  via?: "unknown" | "button" | "gesture" | "key" | "menu" | "script" | "console"
  /** The name of the program that acts. */
  agent?: string
  /** A random number that identifies a run of the program. */
  run?: number
  /** The event that caused the action. Actions of pages and engines are undone together with their cause. */
  cause?: EventNumber
  /** The name of the batch. */
  name?: string
  /** The time in milliseconds since 1970. */
  time?: number
}

/** The events of a batch, and the first tab that it opened. All are null if nothing had to be written. */
export interface Written {
  first: EventNumber | null
  last: EventNumber | null
  tab: ID | null
}

/** The first events of the actions that were undone or redone, and of the actions that were kept. */
export interface Turned {
  actions: EventNumber[]
  kept: { action: EventNumber, reason: EventNumber }[]
}

/** An action: the events from `first` to `last`. */
export interface Moment {
  first: EventNumber
  last: EventNumber
  /** In milliseconds since 1970. */
  time: number
  undone: boolean
  byUser: boolean
  isUndo: boolean
  /** Whether the action is on a branch, and not on the main branch. */
  onBranch: boolean
}

export interface EventDescription {
  event: EventNumber
  /** The first event of the action. */
  batch: EventNumber
  /** Such as `tab.opened`, or `unknown` for an event of a newer version. */
  kind: string
  /** Such as “closed Swift.org”. Write it after the name of the author. */
  sentence: string
  /** In milliseconds since 1970. */
  time: number
  /** The time according to an import. */
  occurred: number | null
  actor: "user" | "page" | "engine" | "import" | "policy"
  agent: string | null
  batchName: string | null
  cause: EventNumber | null
  branch: EventNumber | null
  tab: ID | null
  undone: boolean
  /** Whether texts of the event were forgotten. */
  forgotten: boolean
}

export interface Change {
  kind: string
  [member: string]: unknown
}

export type TextField = "url" | "title" | "input" | "reason" | "searchWords" | "redirects" | "host" | "tags" | "keyword"
  | "note" | "value" | "blob" | "name"

/** The state at a moment. Each list is read when it is first used, and each text when it is read. */
export interface Session {
  readonly event: EventNumber
  readonly windows: Window[]
  /** The open tabs, window by window, from left to right. */
  readonly tabs: Tab[]
  readonly groups: Group[]
  /** The closed items, the newest first. */
  readonly closed: ClosedItem[]
  /** The bookmarks, folders and separators at the top level. */
  readonly bookmarks: Bookmark[]
  readonly settings: Record<Setting, string | null>
  /** The default zoom, and the zoom of hosts. 1.25 is 125 %. */
  readonly zooms: { default: number, sites: Map<string, number> }
  readonly focusedWindow: Window | null
  readonly activeTab: Tab | null
  tab(id: ID): Tab | null
  window(id: ID): Window | null
  /** Returns the back/forward list of an open or closed tab, oldest entry first. */
  history(tab: ID): History
}

export interface History {
  /** The index of the current entry. */
  index: number
  entries: Entry[]
}

export interface Page {
  /** `about:start` for the start page, and for a page that was forgotten. */
  readonly url: string
  /** Empty if the title is unknown. */
  readonly title: string
}

export interface Entry extends Page {
  readonly id: ID
  /** The event that set the page. Reports about the page refer to it. */
  readonly content: EventNumber
  readonly activated: boolean
  /** Whether the browser's Back and Forward skip the entry. */
  readonly skippable: boolean
  readonly picture: EventNumber | null
}

export interface Tab extends Page {
  readonly id: ID
  readonly windowId: ID
  readonly index: number
  readonly active: boolean
  readonly pinned: boolean
  readonly muted: boolean
  readonly canGoBack: boolean
  readonly canGoForward: boolean
  readonly status: "complete" | "loading" | "failed" | "discarded"
  readonly failure: string | null
  readonly groupId: ID | null
  readonly openerTabId: ID | null
  readonly entry: ID | null
  readonly content: EventNumber | null
  /** The event that started the pending load. */
  readonly pending: EventNumber | null
  readonly lastActive: EventNumber | null
  /** Whether all pages of the tab were forgotten. */
  readonly forgotten: boolean
  /** The text of the address field. */
  readonly address: string
  /** 1.25 is 125 %. */
  readonly zoom: number
  readonly history: History
}

export interface Window {
  readonly id: ID
  readonly name: string
  readonly focused: boolean
  readonly activeTab: ID
  readonly tabCount: number
  readonly tabs: Tab[]
  readonly state: ShowState
  readonly bounds: Bounds
}

export interface Group {
  readonly id: ID
  readonly windowId: ID
  readonly title: string
  readonly color: Color
  readonly collapsed: boolean
  /** The number of tabs. */
  readonly count: number
}

export interface ClosedItem {
  readonly id: ID
  readonly kind: "tab" | "tabs" | "window"
  readonly windowId: ID
  readonly tabs: (Page & { readonly id: ID })[]
}

export interface Bookmark {
  readonly id: ID
  readonly parentId: ID | null
  readonly type: "bookmark" | "folder" | "separator"
  readonly title: string
  readonly url: string | null
  readonly tags: string[]
  readonly keyword: string | null
  readonly note: string | null
  /** The members of a folder. */
  readonly children?: Bookmark[]
}

export type ShowState = "normal" | "minimized" | "maximized" | "fullscreen"
export type Color = "grey" | "blue" | "red" | "yellow" | "green" | "pink" | "purple" | "cyan" | "orange"
export type Setting = "historyLimit" | "searchTemplate" | "homePage" | "zoomLadder" | "searchEngines" | "proposalDays"
export interface Bounds { left: number, top: number, width: number, height: number }

/** Typed text, or a URL that is not checked and the way in which it is reached. */
export type Destination = { address: string } | { url: string, transition?: Transition }
export type Transition = "link" | "typed" | "bookmark" | "generated" | "startPage" | "formSubmit" | "reload" | "keyword"
  | "script"
/** A step, or a level: 1.25 is 125 %. */
export type ZoomChange = "in" | "out" | "reset" | number

/**
 * An action. Names and arguments are those of `Action` in the Swift module `BrowserModel`, whose documentation lists the
 * reasons for refusals. `loading` states whether an engine still has to load the page. The flags `pinned` (of `pin`), `muted`,
 * `collapsed`, `byUser` and `activation` are true if they are left out, all other flags are false.
 */
export type Action =
  | { action: "open", place?: "end" | { index: number } | { foregroundLink: ID } | { backgroundLink: ID }, window?: ID,
      newWindow?: boolean, selected?: boolean, pinned?: boolean, loading?: boolean, opener?: ID } & (Destination | {})
  | { action: "closeTabs" | "moveTabsToNewWindow" | "ungroup", tabs: ID[] }
  | { action: "reopen", id?: ID }
  | { action: "restoreTab" | "moveToNewWindow" | "discard" | "stop" | "finishLoad", tab: ID }
  | { action: "select", tab: ID, byUser?: boolean }
  | { action: "move", tab: ID, to: number, window?: ID }
  | { action: "moveTabs", tabs: ID[], to?: number, window?: ID }
  | { action: "moveBy", tab: ID, places: number }
  | { action: "pin", tab: ID, pinned?: boolean }
  | { action: "mute", tab: ID, muted?: boolean }
  | { action: "duplicate" | "reload", tab: ID, loading?: boolean }
  | { action: "take", device: number, tab: ID, selected?: boolean }
  | { action: "send", tab: ID, device: number }
  | { action: "openWindow", bounds?: Bounds, showState?: ShowState }
  | { action: "closeWindow" | "focusWindow", window: ID }
  | { action: "nameWindow", window: ID, name: string }
  | { action: "placeWindow", window: ID, bounds: Bounds, showState?: ShowState }
  | { action: "group", tabs: ID[], into?: ID, title?: string, color?: Color }
  | { action: "changeGroup", group: ID, title?: string, color?: Color }
  | { action: "moveGroup", group: ID, to?: number, window?: ID }
  | { action: "moveGroupToNewWindow", group: ID }
  | { action: "collapse", group: ID, collapsed?: boolean }
  | { action: "go", tab?: ID, loading?: boolean } & Destination
  | { action: "follow", tab: ID, manner?: "link" | "replace" | "pushState" | "replaceState", activation?: boolean,
      loading?: boolean, redirects?: string[] } & Destination
  | { action: "startLoad", tab: ID } & Destination
  | { action: "commitLoad", tab: ID, redirects?: string[] }
  | { action: "travel" | "step", tab: ID, by: number, loading?: boolean }
  | { action: "startTravel", tab: ID, by: number }
  | { action: "failLoad", tab: ID, reason: string }
  | { action: "reportTitle", tab: ID, content?: EventNumber, title: string }
  | { action: "reportScroll", tab: ID, content?: EventNumber, x: number, y: number }
  | { action: "reportPicture", tab: ID, content?: EventNumber, picture: string }
  | { action: "reportActivation", tab: ID, content?: EventNumber }
  | { action: "zoom" | "zoomTemporarily", tab: ID, zoom: ZoomChange }
  | { action: "zoomSite", host: string, level: number }
  | { action: "zoomDefault", level: number }
  | { action: "addBookmark", type?: "bookmark" | "folder" | "separator", title?: string, url?: string, tags?: string[],
      keyword?: string, note?: string, folder?: ID, newFolders?: string[], index?: number }
  | { action: "editBookmark", bookmark: ID, title?: string, url?: string, tags?: string[], keyword?: string, note?: string }
  | { action: "moveBookmark", bookmark: ID, folder?: ID, index?: number }
  | { action: "removeBookmark", bookmark: ID, all?: boolean }
  | { action: "restore", at: EventNumber,
      parts?: ("windows" | "missingTabs" | "bookmarks" | "zoom" | "settings" | { window: ID } | { tab: ID })[] }
  | { action: "set", setting: Setting, value?: string }
  /** Without `tab`, `window` and `group`, the value belongs to the profile. Without `value`, it is removed. */
  | { action: "setValue", tab?: ID, window?: ID, group?: ID, name: string, value?: string }
  | { action: "openSession", frontEnd: string }
  | { action: "endSession" }
