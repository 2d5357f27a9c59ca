import { Axis } from "./axis.js"
import { Columns } from "./columns.js"
import { EventList } from "./events.js"
import { Panels } from "./panels.js"
import { fillPrint } from "./print.js"
import { foldAll, openLog } from "./reader.js"
import { pageSource } from "./source.js"
import { TabTree } from "./tabs.js"
import { TimelineView } from "./timeline.js"
import { count, counted, drawn, fullTime, make, short } from "./text.js"

const element = id => document.getElementById(id)

/** The page: the log, the moment shown, and the views. */
class Inspector {
  log
  source
  moments = []
  axis = null
  columns
  /** The event after which the state is shown. 0: before the first event. */
  moment = 0
  session
  /** The chosen tab, or null. */
  tab = null
  /** The moment that is compared with the moment shown, or null. */
  pinned = null
  /** The actions that are left out of the hypothetical present. */
  skipped = { actions: [], name: "" }
  showsAll = false
  #isDue = false
  #announcing = 0
  #playing = 0

  /** The height of the rows of lists in pixels, which depends on the pointer. */
  rowHeight = matchMedia("(pointer: coarse)").matches ? 40 : 26

  constructor(source, log) {
    this.source = source
    this.log = log
    this.columns = new Columns(log)
    document.documentElement.style.setProperty("--row", `${this.rowHeight}px`)
    this.timeline = new TimelineView(this, element("timeline"), element("lines"), element("legend"))
    this.events = new EventList(this, element("events"), element("filters"), element("found"))
    this.tabs = new TabTree(this, element("tabs"))
    this.panels = new Panels(this, element("panel-tabs"), element("panel"))
  }

  /** Shows the state, and then the actions of the log, which take longer to read. */
  async start() {
    // A page that was loaded again after a forget request continues.
    this.moment = Math.min(history.state?.moment ?? this.log.newest, this.log.newest)
    this.tab = history.state?.tab ?? null
    if (history.state) history.replaceState(null, "")
    this.#show()
    this.events.update()
    await drawn()
    document.documentElement.dataset.state = Math.round(performance.now())
    this.#readMoments()
    this.timeline.draw()
    this.#show()
    this.panels.open("action")
    this.#listen()
    this.readColumns()
  }

  readColumns() {
    return this.columns.read(() => {
      this.timeline.draw()
      this.events.update()
      this.#fillPlaces()
      document.documentElement.dataset.read = this.columns.isComplete ? "all" : "part"
    })
  }

  #readMoments() {
    this.moments = this.log.moments()
    this.axis = new Axis(this.moments)
    const tail = this.log.newest === 0 ? "The log is empty."
      : `${counted(this.log.newest, "event")} in ${counted(this.moments.length, "action")}, ${fullTime(this.moments[0].time)} – `
        + fullTime(this.moments.at(-1).time)
    element("summary").textContent = tail
  }

  /** The action at the moment shown: its first and last event. */
  get action() {
    const found = this.moments[this.axis?.indexOf(this.moment)]
    return found ?? { first: this.moment, last: this.moment, undone: false, time: NaN }
  }

  /** Returns the address of the newest picture of the page that a tab shows at the moment, or null. */
  pictureOf(tab) {
    const { entries, index } = this.session.history(tab)
    const event = entries[index]?.picture
    return event ? this.source.picture(event) : null
  }

  // -- Moving --

  /** Shows the moment after an event. */
  goTo(event) {
    const target = Math.min(Math.max(event, 0), this.log.newest)
    if (target === this.moment) return
    this.moment = target
    this.#schedule()
  }

  goToPosition(share) {
    const index = this.axis.indexAt(share)
    this.goTo(index < 0 ? 0 : this.moments[index].last)
  }

  /** Moves by a number of actions. */
  step(distance) {
    const index = this.axis.indexOf(this.moment)
    // In the middle of an action, a step back leads to the end of the action before.
    const target = Math.min(Math.max(index + distance, -1), this.moments.length - 1)
    if (distance > 0 && index >= 0 && this.moment < this.moments[index].last) this.goTo(this.moments[target - 1].last)
    else this.goTo(target < 0 ? 0 : this.moments[target].last)
  }

  chooseTab(tab) {
    this.tab = tab
    this.tabs.show(this.session)
    this.tabs.reveal()
    this.panels.open("tab")
  }

  pin(event) {
    this.pinned = event
    this.timeline.place()
    this.panels.draw()
  }

  skip(actions, name = actions.length === 1 ? `action #${actions[0]}` : "these actions") {
    this.skipped = { actions, name }
    this.panels.open("without")
  }

  skipProgram(program) {
    const { columns } = this
    const agent = columns.agents.names.indexOf(program)
    const actions = new Set()
    for (let event = 1; event <= columns.through; event++) {
      if (columns.agent[event] === agent) actions.add(columns.batch[event])
    }
    this.skip([...actions], `the actions of ${short(program, 60)}`)
  }

  // -- Drawing --

  #schedule() {
    if (this.#isDue) return
    this.#isDue = true
    requestAnimationFrame(() => {
      this.#isDue = false
      this.#show()
    })
  }

  #show() {
    const { log, moment } = this
    // The list of events scrolls, so it is first: after a change of the page, scrolling computes the layout at once.
    this.events.show()
    this.session = log.at(moment)
    this.tabs.show(this.session)
    element("moment").textContent = moment === 0 ? "#0" : `#${count(moment)} of ${count(log.newest)}`
    element("state").textContent = `${counted(this.session.windows.length, "window")}, ${counted(this.session.tabs.length, "tab")}`
    document.documentElement.dataset.moment = moment
    // At the beginning, the actions were not read yet.
    if (!this.axis) return
    this.timeline.place()
    this.panels.update()
    const slider = element("slider")
    slider.value = this.axis.position(moment) * 1000
    const action = this.action
    const time = moment === 0 ? "Before the first event" : fullTime(action.time)
    slider.setAttribute("aria-valuetext", moment === 0 ? time : `#${moment}, ${time}`)
    element("time").textContent = `${time}${moment === log.newest ? " · the present" : ""}${action.undone ? " · undone later" : ""}`
    clearTimeout(this.#announcing)
    this.#announcing = setTimeout(() => { this.#announce(time) }, 300)
  }

  /** Announces the moment to screen readers when the slider rests. */
  #announce(time) {
    const [event] = this.moment > 0 ? this.log.events({ from: this.moment, through: this.moment }) : []
    element("announcement").textContent = event
      ? `${time}. ${event.agent ? short(event.agent, 60) : event.actor} ${short(event.sentence, 160)}. ${element("state").textContent}.` : time
  }

  /** Fills the list of places to go to: marks and branches. */
  #fillPlaces() {
    const { marks, branches } = this.columns
    const places = element("places")
    const option = place => make("option", { value: place.event }, short(place.name || `#${place.event}`, 60))
    const group = (label, members) => (members.length > 0 ? [make("optgroup", { label }, ...members.map(option))] : [])
    places.replaceChildren(make("option", { value: "" }, "Marks and branches"), ...group("Marks", marks), ...group("Branches", branches))
    places.hidden = marks.length + branches.length === 0
  }

  // -- Playing --

  get isPlaying() { return this.#playing !== 0 }

  play(isPlaying = !this.isPlaying) {
    clearInterval(this.#playing)
    this.#playing = 0
    const button = element("play")
    button.setAttribute("aria-pressed", isPlaying)
    button.textContent = isPlaying ? "Pause" : "Play"
    if (!isPlaying) return
    if (this.moment >= this.log.newest) this.goTo(0)
    this.#playing = setInterval(() => {
      if (this.moment >= this.log.newest) this.play(false)
      else this.step(1)
    }, 1000 / Number(element("speed").value))
  }

  // -- Input --

  #listen() {
    const slider = element("slider")
    slider.addEventListener("input", () => { this.goToPosition(Number(slider.value) / 1000) })
    slider.addEventListener("keydown", event => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const forward = getComputedStyle(slider).direction === "rtl" ? -1 : 1
      const tenth = Math.max(1, Math.round(this.moments.length / 10))
      const by = event.shiftKey ? 10 : 1
      const step = { ArrowRight: forward * by, ArrowLeft: -forward * by, ArrowUp: by, ArrowDown: -by, PageUp: tenth, PageDown: -tenth }[event.key]
      if (step !== undefined) this.step(step)
      else if (event.key === "Home") this.goTo(0)
      else if (event.key === "End") this.goTo(this.log.newest)
      else return
      event.preventDefault()
      event.stopPropagation()
    })
    const click = (id, run) => { element(id).addEventListener("click", run) }
    click("first", () => { this.goTo(0) })
    click("back", () => { this.step(-1) })
    click("forward", () => { this.step(1) })
    click("last", () => { this.goTo(this.log.newest) })
    click("play", () => { this.play() })
    click("print", () => { print() })
    click("keys", () => { element("help").showModal() })
    element("speed").addEventListener("change", () => { if (this.isPlaying) this.play(true) })
    element("places").addEventListener("change", event => {
      if (event.target.value) this.goTo(Number(event.target.value))
      event.target.value = ""
    })
    addEventListener("beforeprint", () => { fillPrint(element("paper"), this.session, this.action.time) })
    addEventListener("keydown", event => { this.#press(event) })
  }

  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return
    const mirrored = getComputedStyle(document.body).direction === "rtl"
    const by = event.shiftKey ? 10 : 1
    const run = {
      ArrowRight: () => { this.step(mirrored ? -by : by) }, ArrowLeft: () => { this.step(mirrored ? by : -by) },
      Home: () => { this.goTo(0) }, End: () => { this.goTo(this.log.newest) },
      p: () => { this.play() }, "/": () => { element("filters").elements.text.focus() },
      c: () => {
        this.panels.open("compare")
        this.pin(this.moment)
      },
      "?": () => { element("help").showModal() },
    }[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }

  // -- A served log --

  /** Follows the log of the server, and offers commands. */
  serve() {
    const message = element("served-message")
    let reading = null
    let wanted = this.log.newest
    const readNew = async () => {
      while (this.log.newest < wanted) {
        const before = this.log.newest
        await this.source.read(piece => { this.log.append(piece) }, before)
        await foldAll(this.log, () => {})
        if (this.log.newest === before) break
        if (this.#hasForgotten(before)) return this.#reload(before)
        this.#grow(before)
      }
    }
    const catchUp = newest => {
      wanted = Math.max(wanted, newest)
      if (!reading) reading = readNew().catch(error => { message.textContent = error.message }).finally(() => { reading = null })
    }
    this.source.follow(newest => { catchUp(newest) }, isConnected => {
      element("connection").textContent = isConnected ? "Live" : "Not connected"
      element("connection").classList.toggle("off", !isConnected)
    })
    element("served").hidden = false
    const allow = element("allow")
    const buttons = [...element("commands").querySelectorAll("button, input")]
    const enable = isAllowed => { for (const button of buttons) button.disabled = !isAllowed }
    const refuse = error => {
      allow.checked = false
      enable(false)
      message.textContent = error.message
    }
    // Browsers restore the state of the switch when a page is loaded again.
    allow.checked = false
    enable(false)
    allow.addEventListener("change", async () => {
      try {
        await this.source.allow(allow.checked)
        enable(allow.checked)
        message.textContent = ""
      } catch (error) {
        refuse(error)
      }
    })
    const command = async (name, parameters, done) => {
      message.textContent = ""
      enable(false)
      try {
        await this.source.command(name, parameters)
        message.textContent = done
      } catch (error) {
        message.textContent = error.message
      } finally {
        enable(allow.checked)
      }
    }
    const click = (id, run) => { element(id).addEventListener("click", run) }
    click("undo", () => { command("undo", {}, "Undone.") })
    click("redo", () => { command("redo", {}, "Redone.") })
    click("restore", () => { command("restore", { point: `#${this.moment}` }, `Restored the moment #${this.moment}.`) })
    element("branch").addEventListener("submit", event => {
      event.preventDefault()
      const name = element("branch").elements.name.value.trim()
      if (name) command("branch", { name, point: `#${this.moment}` }, `Created the branch “${name}”. Continue with “retrace --branch ${name}”.`)
    })
  }

  /** Whether texts before an event were forgotten after it. */
  #hasForgotten(before) {
    return this.log.events({ from: before + 1, through: this.log.newest }).some(event => event.kind === "time.forgotten")
  }

  /** Loads the page again, so that nothing is left of forgotten texts. The page shows the same moment as before. */
  #reload(before) {
    history.replaceState({ moment: this.moment === before ? null : this.moment, tab: this.tab }, "")
    location.reload()
    // Nothing else is read until then.
    return new Promise(() => {})
  }

  /** Shows events that were appended. */
  #grow(before) {
    const wasPresent = this.moment === before
    this.#readMoments()
    this.events.invalidate()
    if (wasPresent) this.moment = this.log.newest
    this.#show()
    this.events.update()
    this.panels.draw()
    this.timeline.draw()
    this.readColumns()
  }
}

async function open() {
  const message = element("message")
  let progress = 0
  try {
    const source = pageSource()
    const { log, problems } = await openLog(source, (done, all) => {
      const percent = Math.round(done / all * 100)
      if (percent !== progress) message.textContent = `Reading the log: ${progress = percent} %`
    })
    message.textContent = problems.map(problem => short(problem)).join(" ")
    message.hidden = problems.length === 0
    const app = new Inspector(source, log)
    element("page").hidden = false
    await app.start()
    if (source.canChange) app.serve()
    document.documentElement.dataset.shown = Math.round(performance.now())
  } catch (error) {
    message.textContent = error.code === "damaged" ? `This page contains no log of Retrace. ${error.message}` : short(String(error.message))
    message.classList.add("failure")
    document.documentElement.dataset.failed = "true"
  }
}

open()
