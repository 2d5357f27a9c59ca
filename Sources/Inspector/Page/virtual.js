import { setAttribute } from "./text.js"

let lists = 0

/**
 * A list that has elements only for the rows in view. The box has one Tab stop, and arrow keys choose rows.
 *
 * Browsers limit the height of an element, so above that limit the rows are placed by the share of the scroll position.
 */
export class VirtualList {
  /** The index of the chosen row, or −1. */
  active = -1
  #box
  #inner
  #rows = []
  #count = 0
  #options
  #prefix = `list${++lists}`
  // The scroll position and the height of the box, because reading them makes the browser compute the layout.
  #top = 0
  #height = 0

  static #heightLimit = 12_000_000

  /** @param options `role` and `label` of a row, `fill(row, index)`, and `choose(index, isByKey)`. */
  constructor(box, options) {
    this.#box = box
    this.#options = options
    this.#inner = document.createElement("div")
    this.#inner.className = "virtual"
    this.#inner.setAttribute("role", "presentation")
    box.append(this.#inner)
    box.addEventListener("scroll", () => {
      const top = box.scrollTop
      // `reveal` has already drawn its position, which browsers round.
      if (Math.abs(top - this.#top) < 1) return
      this.#top = top
      this.draw()
    }, { passive: true })
    box.addEventListener("keydown", event => { this.#press(event) })
    box.addEventListener("click", event => {
      const row = event.target.closest(".row")
      if (row && this.#inner.contains(row)) options.choose(row.index, event)
    })
    new ResizeObserver(() => {
      this.#height = box.clientHeight
      this.#top = box.scrollTop
      this.draw()
    }).observe(box)
  }

  get #rowHeight() { return this.#options.rowHeight() }
  get #visibleCount() { return Math.max(1, Math.floor(this.#height / this.#rowHeight)) }

  get count() { return this.#count }
  set count(count) {
    this.#count = count
    this.#inner.style.blockSize = `${this.#contentHeight}px`
    this.#top = Math.min(this.#top, this.#lowest)
  }

  get #contentHeight() { return Math.min(this.#count * this.#rowHeight, VirtualList.#heightLimit) }

  /** The largest scroll position. */
  get #lowest() { return Math.max(0, this.#contentHeight - this.#height) }

  /** Returns the index of the first row in view, with a fraction. */
  #first() {
    const height = this.#count * this.#rowHeight
    if (height <= VirtualList.#heightLimit) return this.#top / this.#rowHeight
    const share = this.#top / Math.max(1, VirtualList.#heightLimit - this.#height)
    return Math.min(1, share) * Math.max(0, this.#count - this.#height / this.#rowHeight)
  }

  /** Fills the rows in view. */
  draw() {
    const height = this.#rowHeight
    const first = this.#first()
    const visible = this.#height / height
    const from = Math.max(0, Math.floor(first))
    const to = Math.min(this.#count, Math.ceil(first + visible) + 1)
    const needed = Math.ceil(visible) + 2
    while (this.#rows.length < needed) this.#addRow()
    const used = new Set()
    for (let index = from; index < to; index++) {
      const row = this.#rows[index % this.#rows.length]
      used.add(row)
      row.index = index
      row.hidden = false
      row.style.transform = `translateY(${Math.round(this.#top + (index - first) * height)}px)`
      setAttribute(row, "aria-posinset", index + 1)
      setAttribute(row, "aria-setsize", this.#count)
      const isActive = index === this.active
      setAttribute(row, "aria-selected", isActive)
      row.classList.toggle("active", isActive)
      if (isActive) this.#box.setAttribute("aria-activedescendant", row.id)
      this.#options.fill(row, index)
    }
    for (const row of this.#rows) if (!used.has(row)) row.hidden = true
    if (this.active < from || this.active >= to) this.#box.removeAttribute("aria-activedescendant")
  }

  #addRow() {
    const row = document.createElement("div")
    row.className = "row"
    row.id = `${this.#prefix}-${this.#rows.length}`
    row.setAttribute("role", this.#options.role)
    this.#rows.push(row)
    this.#inner.append(row)
  }

  /** Chooses a row without calling `choose`, and scrolls the row into view. */
  reveal(index) {
    this.active = index
    if (index >= 0) {
      const first = this.#first()
      const visible = this.#height / this.#rowHeight
      if (index < first || index + 1 > first + visible) {
        const target = index < first ? index : index + 1 - visible
        const height = this.#count * this.#rowHeight
        const top = height <= VirtualList.#heightLimit ? target * this.#rowHeight
          : target / Math.max(1, this.#count - visible) * (VirtualList.#heightLimit - this.#height)
        this.#top = Math.min(Math.max(0, top), this.#lowest)
        this.#box.scrollTop = this.#top
      }
    }
    this.draw()
  }

  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = this.#visibleCount
    const target = {
      ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page, PageUp: this.active - page,
      Home: 0, End: this.#count - 1,
    }[event.key]
    if (target === undefined || this.#count === 0) return
    event.preventDefault()
    event.stopPropagation()
    const index = Math.min(Math.max(target, 0), this.#count - 1)
    this.#options.choose(this.#options.isChoosable && !this.#options.isChoosable(index)
      ? this.#nextChoosable(index, target < this.active ? -1 : 1) : index, event)
  }

  #nextChoosable(index, step) {
    for (let next = index; next >= 0 && next < this.#count; next += step) if (this.#options.isChoosable(next)) return next
    return this.active
  }
}
