import { counted, day, dayBounds, duration, make, short } from "./text.js"
import { families } from "./columns.js"

const barWidth = 3
const densityHeight = 64
const laneHeight = 12
const maximumLanes = 5

/** The picture of the log on its axis: density by family, runs of programs, marks, branches, days, and folded gaps. */
export class TimelineView {
  #canvas
  #overlay
  #legend
  #app
  /** The width of the last drawing in pixels. */
  #width = -1

  constructor(app, canvas, overlay, legend) {
    this.#app = app
    this.#canvas = canvas
    this.#overlay = overlay
    this.#legend = legend
    new ResizeObserver(() => { if (canvas.clientWidth !== this.#width) this.draw() }).observe(canvas)
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.draw() })
    const choose = event => {
      const box = canvas.getBoundingClientRect()
      const share = (event.clientX - box.left) / box.width
      app.goToPosition(this.#isMirrored ? 1 - share : share)
    }
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId)
      choose(event)
    })
    canvas.addEventListener("pointermove", event => { if (event.buttons & 1) choose(event) })
  }

  get #isMirrored() { return getComputedStyle(this.#canvas).direction === "rtl" }

  /** Moves the lines of the moment and of the compared moment. */
  place() {
    const { axis, moment, pinned } = this.#app
    const [now, other] = this.#overlay.children
    const place = (line, event) => {
      line.hidden = event === null
      const share = event === null ? 0 : axis.position(event)
      line.style.insetInlineStart = `${share * 100}%`
    }
    place(now, moment)
    place(other, pinned)
  }

  draw() {
    const { axis, columns, moments, log } = this.#app
    if (!axis) return
    const canvas = this.#canvas
    const color = name => this.#color(name)
    const lanes = this.#lanes()
    const height = 16 + densityHeight + lanes.length * laneHeight + 18
    canvas.style.blockSize = `${height}px`
    const width = this.#width = canvas.clientWidth
    const scale = devicePixelRatio || 1
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.round(height * scale)
    const context = canvas.getContext("2d")
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.font = `11px ${getComputedStyle(canvas).fontFamily}`
    context.textBaseline = "middle"
    const mirrored = this.#isMirrored
    const x = share => (mirrored ? 1 - share : share) * width
    const box = (from, to, top, tall) => {
      const [a, b] = [x(from), x(to)]
      context.fillRect(Math.min(a, b), top, Math.max(1, Math.abs(b - a)), tall)
    }
    const base = 16 + densityHeight

    // Folded gaps.
    for (const gap of axis.gaps) {
      context.fillStyle = color("gap")
      box(gap.from, gap.to, 16, densityHeight)
      const span = Math.abs(x(gap.to) - x(gap.from))
      const label = duration(gap.milliseconds)
      // Measuring is slow, and no label is this short.
      if (span > 16 && span > context.measureText(label).width + 6) {
        context.fillStyle = color("muted")
        context.textAlign = "center"
        context.fillText(label, x((gap.from + gap.to) / 2), 16 + densityHeight / 2)
      }
    }

    // Density.
    const bins = Math.max(1, Math.floor(width / barWidth))
    const depth = families.length + 1
    const amounts = new Float64Array(bins * depth)
    const bin = share => Math.min(bins - 1, Math.floor(share * bins))
    for (let index = 0; index < moments.length; index++) {
      const moment = moments[index]
      const place = bin(axis.positions[index]) * depth
      if (moment.last <= columns.through && !moment.undone) {
        for (let id = moment.first; id <= moment.last; id++) amounts[place + columns.family[id]]++
      } else {
        amounts[place + (moment.undone ? families.length : families.length - 1)] += moment.last - moment.first + 1
      }
    }
    let most = 1
    for (let index = 0; index < bins; index++) {
      let sum = 0
      for (let kind = 0; kind < depth; kind++) sum += amounts[index * depth + kind]
      most = Math.max(most, sum)
    }
    const colors = [...families.map(family => color(family)), color("undone")]
    for (let index = 0; index < bins; index++) {
      let sum = 0
      for (let kind = 0; kind < depth; kind++) sum += amounts[index * depth + kind]
      if (sum === 0) continue
      const tall = Math.max(3, Math.sqrt(sum / most) * (densityHeight - 2))
      let bottom = base
      for (let kind = 0; kind < depth; kind++) {
        const part = amounts[index * depth + kind] / sum * tall
        if (part === 0) continue
        context.fillStyle = colors[kind]
        box(index / bins, (index + 0.7) / bins, bottom - part, part)
        bottom -= part
      }
    }
    context.fillStyle = color("line")
    context.fillRect(0, base, width, 1)

    // Runs of programs, and branches.
    for (const [index, lane] of lanes.entries()) {
      const top = base + 3 + index * laneHeight
      context.fillStyle = color(lane.isBranch ? "branch" : "run")
      for (const [from, to] of lane.spans) box(axis.position(from), Math.min(1, axis.position(to) + 2 / width), top, laneHeight - 4)
      context.fillStyle = color("text")
      context.textAlign = mirrored ? "right" : "left"
      const label = short(lane.name, 40)
      const start = axis.position(lane.spans[0][0])
      const room = (1 - start) * width
      const wide = context.measureText(label).width
      context.fillText(label, room > wide + 8 ? x(start) + (mirrored ? -4 : 4) : x(start) + (mirrored ? 1 : -1) * (wide + 4),
        top + laneHeight / 2 - 2)
    }

    // Marks.
    for (const mark of columns.marks) {
      const place = x(axis.position(mark.event))
      context.fillStyle = color("mark")
      context.beginPath()
      context.moveTo(place, 14)
      context.lineTo(place - 5, 4)
      context.lineTo(place + 5, 4)
      context.fill()
      context.fillRect(place - 0.5, 14, 1, densityHeight)
    }

    // Days.
    context.fillStyle = color("muted")
    let previous = null
    let [dayBegin, dayEnd] = [Infinity, -Infinity]
    let free = mirrored ? Infinity : -Infinity
    for (let index = 0; index < moments.length; index++) {
      const moment = moments[index]
      if (moment.time >= dayBegin && moment.time < dayEnd) continue
      // Only the first action at a position can begin a label.
      if (index > 0 && axis.positions[index] - axis.positions[index - 1] < 1e-6 && previous !== null) continue
      const place = x(axis.positions[index])
      if (mirrored ? place > free : place < free) continue
      const label = day(moment.time)
      if (label === previous) continue
      previous = label;
      [dayBegin, dayEnd] = dayBounds(moment.time)
      const wide = context.measureText(label).width
      if (mirrored ? place - wide < 0 : place + wide > width) continue
      context.textAlign = mirrored ? "right" : "left"
      context.fillText(label, place, height - 8)
      context.fillRect(place, base, 1, 5)
      free = mirrored ? place - wide - 14 : place + wide + 14
    }

    canvas.setAttribute("aria-label", `Activity: ${counted(log.newest, "event")} in ${counted(moments.length, "action")}, `
      + `${counted(axis.gaps.length, "folded gap")}, ${counted(columns.marks.length, "mark")}`)
    this.#drawLegend(amounts, depth)
    this.place()
  }

  /** Returns the value of a color of the style sheet. A canvas does not accept `light-dark()`. */
  #color(name) {
    this.#overlay.style.color = `var(--${name})`
    return getComputedStyle(this.#overlay).color
  }

  /** Returns the lanes below the density: one for each branch, and one for each program. */
  #lanes() {
    const { columns, moments, axis } = this.#app
    const branches = new Map(columns.branches.map(({ event, name }) => (
      [event, { name: name || `branch #${event}`, isBranch: true, spans: [[event, event]] }])))
    const programs = new Map()
    for (const [index, moment] of moments.entries()) {
      if (moment.last > columns.through) break
      const branch = branches.get(columns.branch[moment.first])
      if (branch) branch.spans[0][1] = moment.last
      const agent = columns.agent[moment.first]
      if (agent === 0) continue
      const lane = programs.get(agent) ?? { name: columns.agents.names[agent], isBranch: false, spans: [], end: -1 }
      programs.set(agent, lane)
      if (lane.end >= 0 && axis.positions[index] - lane.end < 0.01) lane.spans.at(-1)[1] = moment.last
      else lane.spans.push([moment.first, moment.last])
      lane.end = axis.positions[index]
    }
    return [...programs.values(), ...branches.values()].slice(0, maximumLanes)
  }

  #drawLegend(amounts, depth) {
    const names = [...families, "undone"]
    const sums = names.map((_, kind) => {
      let sum = 0
      for (let place = kind; place < amounts.length; place += depth) sum += amounts[place]
      return sum
    })
    this.#legend.replaceChildren(...names.flatMap((name, kind) => (sums[kind] > 0
      ? [make("li", {}, make("span", { className: `swatch ${name}`, "aria-hidden": "true" }), `${name} ${sums[kind].toLocaleString()}`)]
      : [])))
  }
}
