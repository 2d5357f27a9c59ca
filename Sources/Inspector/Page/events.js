import { VirtualList } from "./virtual.js"
import { actors, families } from "./columns.js"
import { author, clock, count, isOfSite, make, pause, setAttribute, setText, short, siteOf, visible } from "./text.js"

const pageLength = 64
const maximumPages = 64

/** The list of events in sentences, with filters and search. */
export class EventList {
  #app
  #list
  #form
  #status
  /** The numbers of the events that match the filters, or null for all events. */
  #matches = null
  #pages = new Map()
  #search = 0

  constructor(app, box, form, status) {
    this.#app = app
    this.#form = form
    this.#status = status
    this.#list = new VirtualList(box, {
      role: "option",
      rowHeight: () => app.rowHeight,
      fill: (row, index) => { this.#fill(row, this.#event(index)) },
      choose: index => { app.goTo(this.#event(index)) },
    })
    form.addEventListener("submit", event => { event.preventDefault() })
    form.addEventListener("input", () => { this.filter() })
    form.addEventListener("reset", () => { queueMicrotask(() => this.filter()) })
    const options = (name, values) => {
      form.elements[name].append(...values.map(value => make("option", { value }, value)))
    }
    options("family", families)
    options("actor", actors)
  }

  #event(index) { return this.#matches ? this.#matches[index] : index + 1 }

  /** Updates the list after the log has grown or the columns were read. */
  update() {
    const { columns } = this.#app
    const programs = this.#form.elements.agent
    for (const name of columns.agents.names.slice(Math.max(1, programs.options.length))) {
      programs.append(make("option", { value: name }, short(name, 60)))
    }
    if (this.#isFiltered) this.filter()
    else {
      this.#list.count = this.#app.log.newest
      this.#list.draw()
    }
  }

  /** Forgets descriptions that an undo may have changed. */
  invalidate() { this.#pages.clear() }

  show() {
    const { moment } = this.#app
    let index = moment - 1
    if (this.#matches) {
      let [low, high] = [0, this.#matches.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (this.#matches[middle] <= moment) low = middle + 1
        else high = middle
      }
      index = low - 1
    }
    this.#list.reveal(index)
  }

  get #isFiltered() { return [...new FormData(this.#form).values()].some(value => value !== "") }

  /** Shows only the events that match the form. */
  async filter() {
    const search = ++this.#search
    const { log, columns } = this.#app
    const values = Object.fromEntries(new FormData(this.#form))
    if (!this.#isFiltered) {
      this.#matches = null
      this.#status.textContent = ""
      this.#list.count = log.newest
      this.show()
      return
    }
    const family = values.family ? families.indexOf(values.family) : -1
    const actor = values.actor ? actors.indexOf(values.actor) : -1
    const agent = values.agent ? columns.agents.names.indexOf(values.agent) : -1
    const tab = Number(values.tab.replace("#", "")) || 0
    const words = visible(values.text).toLowerCase()
    const site = values.site.trim().toLowerCase().replace(/^www\./, "")
    const found = []
    const fits = id => (family < 0 || columns.family[id] === family) && (actor < 0 || columns.actor[id] === actor)
      && (agent < 0 || columns.agent[id] === agent) && (!tab || columns.tab[id] === tab || id === tab)
    const sites = site ? new SiteOfTabs(log, columns) : null
    let begin = performance.now()
    for (let id = 1; id <= columns.through; id++) {
      const siteFits = !sites || sites.matches(id, site)
      if (siteFits && fits(id) && (!words || this.#contains(id, words))) found.push(id)
      if ((id & 63) === 0 && performance.now() - begin > 12) {
        this.#status.textContent = `Searching: ${count(id)} of ${count(log.newest)}`
        await pause()
        if (search !== this.#search) return
        begin = performance.now()
      }
    }
    this.#matches = found
    this.#status.textContent = columns.isComplete ? `${count(found.length)} of ${count(log.newest)} events`
      : `${count(found.length)} events so far`
    this.#list.count = found.length
    this.show()
  }

  #contains(id, words) {
    const event = this.#describe(id)
    if (`${author(event)} ${short(event.sentence, 4000)}`.toLowerCase().includes(words)) return true
    return (this.#app.log.text("url", id) ?? "").toLowerCase().includes(words)
  }

  /** Returns the description of an event. */
  #describe(id) {
    const number = Math.floor((id - 1) / pageLength)
    let page = this.#pages.get(number)
    if (!page) {
      const { log } = this.#app
      const from = number * pageLength + 1
      page = log.events({ from, through: Math.min(from + pageLength - 1, log.newest) }).map(event => (
        { ...event, sentence: event.sentence.slice(0, 4000) }))
      this.#pages.set(number, page)
      if (this.#pages.size > maximumPages) this.#pages.delete(this.#pages.keys().next().value)
    }
    return page.find(event => event.event === id)
      ?? { event: id, kind: "damaged", sentence: "is damaged", actor: "record", time: NaN, undone: false }
  }

  #fill(row, id) {
    const event = this.#describe(id)
    if (!row.firstChild) {
      for (const name of ["time", "number", "who", "sentence"]) {
        const part = document.createElement(name === "sentence" || name === "who" ? "bdi" : "span")
        part.className = name
        row.append(part)
      }
    }
    const [time, number, who, sentence] = row.children
    const [shownTime, shownAuthor, shownSentence] = [clock(event.time), author(event), short(event.sentence)]
    setText(time, shownTime)
    setText(number, `#${id}`)
    setText(who, shownAuthor)
    setText(sentence, shownSentence)
    const family = event.kind.split(".")[0]
    row.dataset.family = families.includes(family) ? family : "other"
    row.classList.toggle("undone", event.undone)
    row.classList.toggle("later", id > this.#app.moment)
    row.classList.toggle("forgotten", Boolean(event.forgotten))
    setAttribute(row, "aria-label", `${shownTime}, ${shownAuthor} ${shownSentence}`
      + (event.undone ? ", undone" : "") + (id > this.#app.moment ? ", after the moment shown" : ""))
  }
}

/** The site of the page that each tab showed, while events are visited in order. */
class SiteOfTabs {
  #log
  #columns
  #sites = new Map()

  constructor(log, columns) {
    this.#log = log
    this.#columns = columns
  }

  /** Whether an event is about a page of a site, or about a tab that last showed the site. */
  matches(id, site) {
    const address = this.#log.text("url", id)
    const tab = this.#columns.tab[id]
    const own = address ? siteOf(address) ?? "" : null
    const other = this.#sites.get(tab)
    if (own !== null) this.#sites.set(tab, own)
    return isOfSite(own, site) || isOfSite(other, site)
  }
}
