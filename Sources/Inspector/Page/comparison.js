import { make, pageName, short } from "./text.js"

/**
 * Returns the tabs of two sessions side by side, in the order of the later session. Tabs that exist only in the earlier
 * session follow the tab on their left.
 */
export function compareSessions(former, latter) {
  const before = new Map(former.tabs.map(tab => [tab.id, tab]))
  const after = new Map(latter.tabs.map(tab => [tab.id, tab]))
  const rows = latter.tabs.map(tab => ({ left: before.get(tab.id) ?? null, right: tab }))
  const places = new Map(rows.map((row, index) => [row.right.id, index]))
  const closed = new Map()
  let previous = -1
  for (const tab of former.tabs) {
    if (after.has(tab.id)) previous = places.get(tab.id)
    else closed.set(previous, [...closed.get(previous) ?? [], { left: tab, right: null }])
  }
  const all = [...closed.get(-1) ?? []]
  for (const [index, row] of rows.entries()) all.push(row, ...closed.get(index) ?? [])
  for (const row of all) row.difference = difference(row.left, row.right)
  return all
}

/** Returns a word for the difference, or null. */
function difference(left, right) {
  if (!left) return "opened"
  if (!right) return "closed"
  if (left.windowId !== right.windowId) return "moved"
  const isSame = left.entry === right.entry && left.content === right.content && left.title === right.title
    && left.pinned === right.pinned && left.muted === right.muted && left.groupId === right.groupId
    && left.status === right.status
  return isSame ? null : "changed"
}

/** Creates a table of the tabs of two sessions. */
export function comparisonTable(former, latter, names, { showsAll = false, limit = 400 } = {}) {
  const compared = compareSessions(former, latter)
  const rows = compared.filter(row => showsAll || row.difference)
  const cell = tab => make("td", {}, tab ? make("bdi", { title: short(tab.url, 2000) }, pageName(tab)) : "–")
  const table = make("table", { className: "comparison" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, names[0]), make("th", { scope: "col" }, names[1]),
      make("th", { scope: "col" }, "Difference"))),
    make("tbody", {}, ...rows.slice(0, limit).map(row => make("tr", { className: row.difference ?? "same" },
      cell(row.left), cell(row.right), make("td", {}, row.difference ?? "–")))))
  const same = compared.length - compared.filter(row => row.difference).length
  const notes = []
  if (rows.length === 0) notes.push("The tabs do not differ.")
  if (rows.length > limit) notes.push(`The first ${limit} of ${rows.length} rows are shown.`)
  if (!showsAll && same > 0) notes.push(`${same} tabs without a difference are not shown.`)
  return make("div", {}, rows.length > 0 ? table : null, ...notes.map(note => make("p", { className: "note" }, note)))
}
