import { pause } from "./text.js"

export const families = ["tab", "navigation", "page", "window", "bookmark", "group", "time", "other"]

/** Facts about each event of a log, in columns. They are read in slices while the page can be used. */
export class Columns {
  /** The newest event that was read. */
  through = 0
  kinds = new Names()
  agents = new Names()
  marks = []
  branches = []
  #log
  #capacity = 0
  #isReading = false

  constructor(log) {
    this.#log = log
    this.agents.number("")
  }

  get isComplete() { return this.through >= this.#log.newest }

  /** Reads all events that were not read yet. */
  async read(onProgress) {
    if (this.#isReading) return
    this.#isReading = true
    let length = 16
    let shown = performance.now()
    try {
      while (!this.isComplete && this.#log.isOpen) {
        const begin = performance.now()
        const last = Math.min(this.through + length, this.#log.newest)
        this.#reserve(last + 1)
        for (const event of this.#log.events({ from: this.through + 1, through: last })) this.#add(event)
        this.through = last
        const now = performance.now()
        // A slice stays shorter than half a frame. Texts in the sentences can be long.
        length = now - begin < 4 ? Math.min(length * 2, 1000) : now - begin > 8 ? Math.max(length >> 1, 4) : length
        if (now - shown > 500) {
          shown = now
          onProgress()
        }
        await pause()
      }
    } finally {
      this.#isReading = false
    }
    onProgress()
  }

  #reserve(count) {
    if (count <= this.#capacity) return
    this.#capacity = Math.max(count, Math.floor(this.#capacity * 1.5), this.#log.newest + 1)
    const grown = (Column, column) => {
      const longer = new Column(this.#capacity)
      if (column) longer.set(column)
      return longer
    }
    this.kind = grown(Uint8Array, this.kind)
    this.family = grown(Uint8Array, this.family)
    this.actor = grown(Uint8Array, this.actor)
    this.agent = grown(Uint16Array, this.agent)
    this.tab = grown(Int32Array, this.tab)
    this.batch = grown(Int32Array, this.batch)
    this.branch = grown(Int32Array, this.branch)
    this.time = grown(Float64Array, this.time)
  }

  #add(event) {
    const id = event.event
    this.kind[id] = this.kinds.number(event.kind)
    const family = families.indexOf(event.kind.split(".")[0])
    this.family[id] = family < 0 ? families.length - 1 : family
    this.actor[id] = actors.indexOf(event.actor)
    this.agent[id] = this.agents.number(event.agent ?? "")
    this.tab[id] = event.tab ?? 0
    this.batch[id] = event.batch
    this.branch[id] = event.branch ?? 0
    this.time[id] = event.time
    if (event.kind === "time.marked") this.marks.push({ event: id, name: this.#log.text("name", id) ?? "" })
    if (event.kind === "time.branched") this.branches.push({ event: id, name: this.#log.text("name", id) ?? "" })
  }
}

export const actors = ["user", "page", "engine", "import", "policy"]

/** Numbers for names, in the order of their first use. */
class Names {
  names = []
  #numbers = new Map()

  number(name) {
    let number = this.#numbers.get(name)
    if (number === undefined) {
      // The columns have room for a limited number of names. The rest share the last number.
      number = Math.min(this.names.length, 65_535)
      this.names[number] ??= name
      this.#numbers.set(name, number)
    }
    return number
  }
}
