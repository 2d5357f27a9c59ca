import { VirtualList } from "./virtual.js"
import { counted, pageName, pictureElement, setAttribute, setText, short, siteOf } from "./text.js"

/** The windows and tabs at the moment, as a tree with two levels. */
export class TabTree {
  #app
  #list
  #rows = []

  constructor(app, box) {
    this.#app = app
    this.#list = new VirtualList(box, {
      role: "treeitem",
      rowHeight: () => app.rowHeight,
      isChoosable: index => Boolean(this.#rows[index]?.tab),
      fill: (row, index) => { this.#fill(row, this.#rows[index]) },
      choose: index => { if (this.#rows[index]?.tab) app.chooseTab(this.#rows[index].tab.id) },
    })
  }

  /** Shows a session. */
  show(session) {
    const rows = []
    const tabs = session.tabs
    let next = 0
    for (const window of session.windows) {
      rows.push({ window })
      for (let left = window.tabCount; left > 0 && next < tabs.length; left--) rows.push({ tab: tabs[next++] })
    }
    this.#rows = rows
    this.#list.count = rows.length
    const { tab } = this.#app
    const index = tab === null ? -1 : rows.findIndex(row => row.tab?.id === tab)
    this.#groups = new Map(session.groups.map(group => [group.id, group]))
    this.#list.active = index
    this.#list.draw()
  }

  #groups = new Map()

  reveal() { this.#list.reveal(this.#rows.findIndex(row => row.tab?.id === this.#app.tab)) }

  #fill(row, { window, tab }) {
    if (!row.firstChild) {
      for (const name of ["badges", "title", "site"]) {
        const part = document.createElement(name === "badges" ? "span" : "bdi")
        part.className = name
        row.append(part)
      }
    }
    const [badges, title, site, picture] = row.children
    const address = tab ? this.#app.pictureOf(tab.id) : null
    if (address !== (picture?.getAttribute("src") ?? null)) {
      picture?.remove()
      if (address) row.append(pictureElement(address))
    }
    row.classList.toggle("window", Boolean(window))
    setAttribute(row, "aria-level", window ? 1 : 2)
    if (window) {
      row.setAttribute("aria-expanded", "true")
      row.classList.remove("current")
      setText(badges, "")
      setText(title, `${window.name ? short(window.name, 100) : `Window #${window.id}`}${window.focused ? " · focused" : ""}`)
      setText(site, counted(window.tabCount, "tab"))
      return
    }
    row.removeAttribute("aria-expanded")
    row.classList.toggle("current", tab.active)
    const group = tab.groupId && this.#groups.get(tab.groupId)
    setText(badges, [
      tab.active ? "active" : "", tab.pinned ? "pinned" : "", tab.muted ? "muted" : "",
      tab.status === "complete" ? "" : tab.status, group ? short(group.title || group.color, 30) : "",
    ].filter(word => word).join(" · "))
    const page = { title: tab.title, url: tab.url }
    setText(title, tab.forgotten ? "Forgotten page" : pageName(page))
    setText(site, siteOf(page.url) ?? "")
  }
}
