import { pageName, short } from "./text.js"

/** Sentences for the differences between two moments, as `Log.changes` returns them. */
export function changeSentence(change, former, latter) {
  const tab = id => {
    const found = id && (latter.tab(id) ?? former.tab(id))
    return found ? `“${pageName(found)}”` : `tab #${id}`
  }
  const window = id => `window #${id}`
  const group = id => {
    const all = [...latter.groups, ...former.groups]
    const title = all.find(other => other.id === id)?.title
    return title ? `group “${short(title, 80)}”` : `group #${id}`
  }
  const page = (url, title) => `“${pageName({ url: url ?? "about:start", title: title ?? "" })}”`
  const text = value => (value === null || value === undefined || value === "" ? "nothing" : `“${short(String(value), 200)}”`)
  const percent = factor => (factor ? `${Math.round(factor * 100)} %` : "the default")
  const c = change
  switch (c.kind) {
    case "windowOpened": return `Opened ${window(c.window)}`
    case "windowClosed": return `Closed ${window(c.window)}`
    case "windowMoved": return `Moved ${window(c.window)} in the order of windows`
    case "windowPlaced": return `Placed ${window(c.window)} at ${c.to.left}, ${c.to.top} with ${c.to.width} × ${c.to.height}`
    case "windowName": return `Named ${window(c.window)} ${text(c.to)}`
    case "windowState": return `Changed ${window(c.window)} from ${c.from} to ${c.to}`
    case "windowFocused": return c.to ? `Focused ${window(c.to)}` : "No window is focused"
    case "tabSelected": return `Selected ${tab(c.to)} in ${window(c.window)}`
    case "tabOpened": return `Opened ${page(c.url, c.title)} in ${window(c.window)}`
    case "tabClosed": return `Closed ${page(c.url, c.title)} in ${window(c.window)}`
    case "tabMoved": return `Moved ${tab(c.tab)} to place ${c.to.index + 1} of ${window(c.to.window)}`
    case "tabPinned": return `${c.pinned ? "Pinned" : "Unpinned"} ${tab(c.tab)}`
    case "tabMuted": return `${c.muted ? "Muted" : "Unmuted"} ${tab(c.tab)}`
    case "tabGroup": return c.to ? `Added ${tab(c.tab)} to ${group(c.to)}` : `Removed ${tab(c.tab)} from ${group(c.from)}`
    case "tabOpener": return `Changed the opener of ${tab(c.tab)}`
    case "tabEntry": return `Showed ${page(c.to?.url, c.to?.title)} in tab #${c.tab}`
    case "tabPending": return c.to ? `Started to load ${text(c.to)} in tab #${c.tab}` : `Ended the load in tab #${c.tab}`
    case "tabStatus": return `Changed ${tab(c.tab)} from ${c.from} to ${c.to}`
    case "tabZoom": return `Zoomed ${tab(c.tab)} to ${percent(c.to)}`
    case "entryAdded": return `Added a page to the history of ${tab(c.tab)}`
    case "entryRemoved": return `Removed a page from the history of ${tab(c.tab)}`
    case "entryURL": return `Changed an address in ${tab(c.tab)} from ${text(c.from)} to ${text(c.to)}`
    case "entryTitle": return `Changed a title in tab #${c.tab} from ${text(c.from)} to ${text(c.to)}`
    case "entryScroll": return `Scrolled ${tab(c.tab)}`
    case "entryPicture": return `Took a picture of ${tab(c.tab)}`
    case "entryMarks": return `Changed the flags of a page in ${tab(c.tab)}`
    case "groupAdded": return `Created ${group(c.group)}`
    case "groupRemoved": return `Removed ${group(c.group)}`
    case "groupTitle": return `Renamed a group from ${text(c.from)} to ${text(c.to)}`
    case "groupColor": return `Coloured ${group(c.group)} ${c.to}`
    case "groupCollapsed": return `${c.collapsed ? "Collapsed" : "Expanded"} ${group(c.group)}`
    case "closedAdded": return "Added an item to the closed tabs and windows"
    case "closedRemoved": return "Removed an item from the closed tabs and windows"
    case "closedChanged": return "Changed an item of the closed tabs and windows"
    case "bookmarkAdded": return `Added bookmark #${c.bookmark}`
    case "bookmarkRemoved": return `Removed bookmark #${c.bookmark}`
    case "bookmarkMoved": return `Moved bookmark #${c.bookmark}`
    case "bookmarkTitle": return `Renamed a bookmark from ${text(c.from)} to ${text(c.to)}`
    case "bookmarkURL": return `Changed a bookmark from ${text(c.from)} to ${text(c.to)}`
    case "bookmarkTags": return `Changed the tags of bookmark #${c.bookmark} to ${text(c.to?.replaceAll("\n", ", "))}`
    case "bookmarkKeyword": return `Changed the keyword of bookmark #${c.bookmark} to ${text(c.to)}`
    case "bookmarkNote": return `Changed the note of bookmark #${c.bookmark} to ${text(c.to)}`
    case "defaultZoom": return `Changed the default zoom to ${percent(c.to)}`
    case "siteZoom": return `Zoomed ${short(c.site ?? "a site", 100)} to ${percent(c.to)}`
    case "setting": return `Changed the setting ${c.name} to ${text(c.to)}`
    case "value": return c.to === null ? `Removed the value ${text(c.name)}` : `Set the value ${text(c.name)} to ${text(c.to)}`
    default: return c.kind
  }
}
