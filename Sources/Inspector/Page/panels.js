import {
  addressElement, author, commandElement, count, counted, day, duration, fullTime, make, pageName, pictureElement, short,
} from "./text.js"
import { changeSentence } from "./changes.js"
import { comparisonTable } from "./comparison.js"
import { firstMoment, longestAttention, timeBySite } from "./search.js"
import { trailElement } from "./trail.js"

const listLimit = 300

/** The contents of the panel: facts about the chosen tab and the action, comparisons, and searches. */
export class Panels {
  #app
  #body
  #buttons
  #shown = "action"
  #work = 0
  #isLate = 0

  constructor(app, buttons, body) {
    this.#app = app
    this.#body = body
    this.#buttons = [...buttons.querySelectorAll("[role=tab]")]
    for (const [index, button] of this.#buttons.entries()) {
      button.addEventListener("click", () => { this.open(button.dataset.panel) })
      button.addEventListener("keydown", event => {
        const mirrored = getComputedStyle(button).direction === "rtl"
        const forward = mirrored ? "ArrowLeft" : "ArrowRight"
        const back = mirrored ? "ArrowRight" : "ArrowLeft"
        const length = this.#buttons.length
        const target = { [forward]: index + 1, [back]: index - 1 + length, Home: 0, End: length - 1 }[event.key]
        if (target === undefined) return
        event.preventDefault()
        event.stopPropagation()
        const next = this.#buttons[target % length]
        this.open(next.dataset.panel)
        next.focus()
      })
    }
  }

  get shown() { return this.#shown }

  open(name) {
    this.#shown = name
    for (const button of this.#buttons) {
      const isShown = button.dataset.panel === name
      button.setAttribute("aria-selected", isShown)
      button.tabIndex = isShown ? 0 : -1
      if (isShown) this.#body.setAttribute("aria-labelledby", button.id)
    }
    this.draw()
  }

  /** Draws the panel again when the moment rests. */
  update() {
    if (this.#shown === "first" || this.#shown === "sites") return
    clearTimeout(this.#isLate)
    this.#isLate = setTimeout(() => { this.draw() }, 90)
  }

  draw() {
    clearTimeout(this.#isLate)
    this.#work++
    const draw = {
      action: () => this.#action(), tab: () => this.#tab(), compare: () => this.#compare(),
      without: () => this.#without(), first: () => this.#first(), sites: () => this.#sites(),
    }[this.#shown]
    const scroll = this.#body.scrollTop
    this.#body.replaceChildren(...draw().filter(Boolean))
    this.#body.scrollTop = scroll
  }

  // -- The action at the moment --

  #action() {
    const app = this.#app
    const { log, moment } = app
    if (moment === 0) return [note("This is the moment before the first event.")]
    const action = app.action
    const events = log.events({ from: action.first, through: Math.min(action.last, action.first + listLimit - 1) })
    const first = events[0]
    if (!first) return [note(`Event #${moment} is damaged.`)]
    const facts = make("dl", {},
      ...fact("Time", fullTime(first.time)),
      ...first.occurred ? fact("Imported time", fullTime(first.occurred)) : [],
      ...fact("Author", first.agent ? `${author(first)} (${first.actor})` : first.actor),
      ...first.batchName ? fact("Action", short(first.batchName)) : [],
      ...first.cause ? fact("Cause", goButton(app, first.cause)) : [],
      ...action.undone ? fact("State", "undone later") : [],
      ...first.branch ? fact("Branch", `#${first.branch}. The windows show the main branch.`) : [])
    const parts = [heading(action.first === action.last ? `Event #${action.first}` : `Events #${action.first}–#${action.last}`), facts]
    const list = make("ul", { className: "sentences" },
      ...events.map(event => make("li", { className: event.undone ? "undone" : "" }, make("bdi", {}, short(event.sentence)))))
    parts.push(list)
    if (action.last - action.first + 1 > events.length) parts.push(note(`The first ${events.length} events are listed.`))
    parts.push(heading("What it changed", 3), this.#changes(action.first - 1, action.last))
    parts.push(make("div", { className: "buttons" },
      make("button", { onclick: () => { app.skip([action.first]) } }, "See the present without this action"),
      first.agent ? make("button", { onclick: () => { app.skipProgram(first.agent) } }, "Without all actions of ",
        make("bdi", {}, author(first))) : null))
    parts.push(heading("In the console", 3), commandElement(`retrace show '#${action.first}'`),
      commandElement(`retrace --at '#${moment}' tabs --all`),
      action.undone ? commandElement(`retrace redo '#${action.first}'`) : commandElement(`retrace undo '#${action.first}'`),
      commandElement(`retrace restore '#${moment}'`))
    return parts
  }

  #changes(from, to) {
    const { log } = this.#app
    const changes = log.changes(from, to)
    if (changes.length === 0) return note("Nothing in the state.")
    const [former, latter] = [log.at(from), log.at(to)]
    return make("div", {}, make("ul", { className: "changes" }, ...changes.slice(0, listLimit).map(change => (
      make("li", {}, make("bdi", {}, changeSentence(change, former, latter)))))),
    changes.length > listLimit ? note(`The first ${listLimit} of ${count(changes.length)} differences are listed.`) : null)
  }

  // -- The chosen tab --

  #tab() {
    const app = this.#app
    const { log, moment, session } = app
    if (!app.tab) return [note("Choose a tab in the list.")]
    const tab = session.tab(app.tab)
    let history
    try {
      history = session.history(app.tab)
    } catch {
      return [note(`Tab #${app.tab} does not exist at this moment.`), this.#why({ tab: app.tab })]
    }
    const page = tab ?? history.entries[history.index] ?? { url: "about:start", title: "" }
    const parts = [heading(pageName(page)), make("p", {}, addressElement(page.url))]
    const address = app.pictureOf(app.tab)
    if (address) parts.push(pictureElement(address))
    if (tab) {
      const group = session.groups.find(other => other.id === tab.groupId)
      parts.push(make("dl", {},
        ...fact("Tab", `#${tab.id}, place ${tab.index + 1} of window #${tab.windowId}`),
        ...fact("State", [tab.status, tab.active && "active", tab.pinned && "pinned", tab.muted && "muted"].filter(Boolean).join(", ")),
        ...tab.failure ? fact("Failure", make("bdi", {}, short(tab.failure))) : [],
        ...fact("Zoom", `${Math.round(tab.zoom * 100)} %`),
        ...group ? fact("Group", make("bdi", {}, short(group.title || group.color))) : [],
        ...tab.openerTabId ? fact("Opened from", tabButton(app, tab.openerTabId)) : [],
        ...tab.lastActive ? fact("Last active", goButton(app, tab.lastActive)) : []))
    } else parts.push(note("This tab is closed at this moment."))
    parts.push(heading("History", 3), make("ol", { className: "history" }, ...history.entries.slice(-listLimit).map(entry => (
      make("li", { "aria-current": entry === history.entries[history.index] ? "page" : undefined },
        make("bdi", {}, pageName(entry)), " ", addressElement(entry.url))))))
    parts.push(heading("All pages of the tab", 3), trailElement(log, app.tab, event => { app.goTo(event) }))
    const children = session.tabs.filter(other => other.openerTabId === app.tab)
    if (children.length > 0) {
      parts.push(heading("Opened from this tab", 3), make("ul", {}, ...children.slice(0, listLimit).map(child => (
        make("li", {}, tabButton(app, child.id))))))
    }
    parts.push(this.#why({ tab: app.tab }))
    const window = tab?.windowId
    if (window) parts.push(this.#why({ window }))
    if (tab?.groupId) parts.push(this.#why({ group: tab.groupId }))
    parts.push(heading("In the console", 3), commandElement(`retrace --at '#${moment}' why '#${app.tab}'`),
      commandElement(`retrace trail '#${app.tab}'`), commandElement(`retrace export svg tab.svg --tab '#${app.tab}'`))
    return parts
  }

  /** Creates a section with the events that explain a thing. They are read when the section is opened. */
  #why(subject) {
    const app = this.#app
    const [kind, id] = Object.entries(subject)[0]
    const details = make("details", {}, make("summary", {}, `Why is ${kind} #${id} as it is?`))
    details.addEventListener("toggle", () => {
      if (!details.open || details.children.length > 1) return
      const found = app.log.why(subject)
      details.append(make("ol", { className: "sentences" }, ...found.slice(-listLimit).map(event => (
        make("li", { className: event.event > app.moment ? "later" : "" }, goButton(app, event.event), " ",
          make("bdi", {}, `${author(event)} ${short(event.sentence)}`))))),
      found.length > listLimit ? note(`The last ${listLimit} of ${count(found.length)} events are listed.`) : "")
    })
    return details
  }

  // -- Comparing two moments --

  #compare() {
    const app = this.#app
    const { log, moment, pinned, session } = app
    const parts = [make("div", { className: "buttons" },
      make("button", { onclick: () => { app.pin(moment) } }, `Compare with #${moment} from now on`),
      pinned !== null ? make("button", { onclick: () => { app.goTo(pinned) } }, `Go to #${pinned}`) : null,
      pinned !== null ? make("button", { onclick: () => { app.pin(null) } }, "End the comparison") : null)]
    if (pinned === null) {
      parts.unshift(note("Fix the moment shown, and then go to another one. The tabs of both stand side by side."))
      return parts
    }
    const [from, to] = [Math.min(pinned, moment), Math.max(pinned, moment)]
    const [former, latter] = from === moment ? [session, log.at(to)] : [log.at(from), session]
    parts.push(comparisonTable(former, latter, [`#${from}`, `#${to}`], { showsAll: app.showsAll }),
      make("label", {}, make("input", {
        type: "checkbox", checked: app.showsAll, onchange: event => {
          app.showsAll = event.target.checked
          this.draw()
        },
      }), " Also tabs without a difference"),
      heading("All differences", 3), this.#changes(from, to), commandElement(`retrace diff '#${from}' '#${to}'`))
    return parts
  }

  // -- The present without some actions --

  #without() {
    const app = this.#app
    const { log, skipped, columns } = app
    const programs = columns.agents.names.slice(1)
    const choice = programs.length > 0 && make("div", { className: "buttons" }, ...programs.slice(0, 20).map(name => (
      make("button", { onclick: () => { app.skipProgram(name) } }, "Without ", make("bdi", {}, short(name, 60))))))
    if (skipped.actions.length === 0) {
      return [note("Choose an action, and then “See the present without this action”. The log is not changed."), choice]
    }
    const session = log.without(skipped.actions)
    // Lists are read at once, because another call could replace the state that the module holds.
    const tabs = session.tabs.length
    const parts = [heading(`The present without ${skipped.name}`),
      note(`${counted(skipped.actions.length, "action")} left out. ${counted(tabs, "tab")} would be open instead of `
        + `${count(log.at().tabs.length)}.`),
      comparisonTable(log.at(), session, ["is", "would be"]), choice,
      make("div", { className: "buttons" }, make("button", { onclick: () => { app.skip([]) } }, "Leave nothing out"))]
    if (skipped.actions.length <= 20) {
      parts.push(commandElement(`retrace whatif ${skipped.actions.map(action => `--skip '#${action}'`).join(" ")}`))
    }
    return parts
  }

  // -- The first moment at which something holds --

  #first() {
    const app = this.#app
    const answer = make("div", { "aria-live": "polite" })
    const form = make("form", {
      className: "stack", onsubmit: async event => {
        event.preventDefault()
        const work = ++this.#work
        const { condition, value } = Object.fromEntries(new FormData(form))
        if (!value) return
        const found = await firstMoment(app, condition, value, () => work !== this.#work, share => {
          answer.textContent = `Searching: ${Math.round(share * 100)} %`
        })
        if (work !== this.#work) return
        answer.replaceChildren(found === null ? "At no moment." : make("p", {}, "First after event ", goButton(app, found), "."),
          condition === "tabs" || found === null ? "" : commandElement(`retrace at '#${found}'`))
        if (found !== null) app.goTo(found)
      },
    },
    make("label", {}, "First moment at which ", make("select", { name: "condition" },
      make("option", { value: "open" }, "a tab shows the site"), make("option", { value: "closed" }, "no tab shows the site any longer"),
      make("option", { value: "tabs" }, "at least this many tabs are open"))),
    make("label", {}, "Site or number ", make("input", { name: "value", required: true, autocomplete: "off", dir: "ltr" })),
    make("button", {}, "Find"))
    return [form, answer, note("Actions that were undone do not count.")]
  }

  // -- Time by site --

  #sites() {
    const app = this.#app
    const work = this.#work
    const progress = make("p", { role: "status" }, "Reading the log …")
    timeBySite(app, day, () => work !== this.#work, share => {
      progress.textContent = `Reading the log: ${Math.round(share * 100)} %`
    }).then(found => {
      if (!found || work !== this.#work) return
      const table = (sites, most) => make("table", { className: "times" }, make("tbody", {}, ...[...sites]
        .sort((one, other) => other[1] - one[1]).slice(0, 12).map(([site, spent]) => {
          const bar = make("div", { className: "bar", "aria-hidden": "true" })
          bar.style.inlineSize = `${spent / most * 100}%`
          return make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, short(site, 60))), make("td", {}, duration(spent)),
            make("td", { className: "bars" }, bar))
        })))
      const most = Math.max(1, ...found.sites.values())
      progress.replaceWith(table(found.sites, most), ...[...found.byDay].slice(-60).reverse().flatMap(([name, sites]) => [
        heading(name, 3), table(sites, Math.max(1, ...sites.values()))]))
    })
    return [heading("Where the time went"), note(`Time in the active tab of the focused window. After ${duration(longestAttention)} `
      + "without an event, time no longer counts."), progress]
  }
}

function heading(text, level = 2) { return make(`h${level}`, {}, make("bdi", {}, text)) }
function note(text) { return make("p", { className: "note" }, text) }
function fact(name, value) { return [make("dt", {}, name), make("dd", {}, value)] }

function goButton(app, event) {
  return make("button", { className: "plain", onclick: () => { app.goTo(event) }, "aria-label": `Go to event #${event}` }, `#${event}`)
}

function tabButton(app, tab) {
  const found = app.session.tab(tab)
  return make("button", { className: "plain", onclick: () => { app.chooseTab(tab) } },
    make("bdi", {}, found ? pageName(found) : `tab #${tab}`))
}
