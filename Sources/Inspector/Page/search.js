import { isOfSite, pause, siteOf } from "./text.js"

/**
 * Returns the last event of the first action at which a condition holds, or null. Actions that were undone are skipped, and
 * so are tabs and pages that only undone actions created.
 *
 * @param condition `open`, `closed` (a site was open before, and no longer is), or `tabs` (at least N tabs are open).
 */
export async function firstMoment(app, condition, value, isStopped, onProgress) {
  const { log, moments, columns } = app
  const undone = new Set()
  for (const moment of moments) if (moment.undone) undone.add(moment.first)
  const isUndone = event => event !== null && event > 0 && undone.has(columns.batch[event])
  const site = siteOf(value.includes("://") ? value : `https://${value}`)
  const fits = new Map()
  /** Whether the page with its address in an event belongs to the site. */
  const isPage = content => {
    if (!fits.has(content)) fits.set(content, isOfSite(siteOf(log.text("url", content) ?? ""), site))
    return fits.get(content)
  }
  const isOpen = session => session.tabs.some(tab => (
    tab.content !== null && !isUndone(tab.content) && !isUndone(tab.id) && isPage(tab.content)))

  let begin = performance.now()
  let wasOpen = false
  for (const [index, moment] of moments.entries()) {
    if (performance.now() - begin > 12) {
      onProgress(index / moments.length)
      await pause()
      if (isStopped()) return null
      begin = performance.now()
    }
    if (moment.undone || moment.onBranch) continue
    if (condition === "tabs") {
      const session = log.at(moment.last)
      let sum = 0
      for (const window of session.windows) sum += window.tabCount
      if (sum >= Number(value)) return moment.last
    } else if (!wasOpen) {
      // Until the site is open, only an action with an address of the site can open a tab of the site. An undo or a redo
      // can restore one.
      const mayOpen = moment.isUndo || anyEvent(moment, event => isPage(event) || columns.kinds.names[columns.kind[event]]
        === "tab.reopened")
      if (!mayOpen || !isOpen(log.at(moment.last))) continue
      if (condition === "open") return moment.last
      wasOpen = true
    } else if (anyEvent(moment, event => columns.family[event] !== 2) && !isOpen(log.at(moment.last))) {
      return moment.last
    }
  }
  return null
}

function anyEvent(moment, holds) {
  for (let event = moment.first; event <= moment.last; event++) if (holds(event)) return true
  return false
}

/** A pause of this length in the log does not count as time on a page. */
export const longestAttention = 5 * 60_000

/**
 * Returns the time for which each site was in the active tab of the focused window: `{ sites, days }`, two maps from a name
 * to milliseconds, and `{ byDay }`, from a day to a map of sites.
 */
export async function timeBySite(app, dayOf, isStopped, onProgress) {
  const { log, moments } = app
  const sites = new Map()
  const byDay = new Map()
  const hosts = new Map()
  let begin = performance.now()
  for (let index = 0; index + 1 < moments.length; index++) {
    const moment = moments[index]
    if (moment.onBranch) continue
    const spent = Math.min(longestAttention, Math.max(0, moments[index + 1].time - moment.time))
    if (performance.now() - begin > 12) {
      onProgress(index / moments.length)
      await pause()
      if (isStopped()) return null
      begin = performance.now()
    }
    if (spent === 0) continue
    const windows = log.rows("windows", moment.last)
    if (windows.length === 0) continue
    // A row of a window has nine numbers, and the flag 16 of the fifth marks the focused window.
    let place = 0
    for (let row = 0; row < windows.length; row += 9) if (windows[row + 4] & 16) place = row
    const active = windows[place + 1]
    if (!active) continue
    const entries = log.entryRows(moment.last, active)
    const content = entries[1 + entries[0] * 6 + 1]
    if (!hosts.has(content)) hosts.set(content, siteOf(log.text("url", content) ?? "") ?? "Start page and files")
    const host = hosts.get(content)
    sites.set(host, (sites.get(host) ?? 0) + spent)
    const day = dayOf(moment.time)
    const ofDay = byDay.get(day) ?? new Map()
    byDay.set(day, ofDay)
    ofDay.set(host, (ofDay.get(host) ?? 0) + spent)
  }
  return { sites, byDay }
}
