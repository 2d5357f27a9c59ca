/** The positions of actions on an axis in real time, on which long gaps are folded. */
export class Axis {
  /** The gaps that are folded: `{ from, to, milliseconds }`, with positions from 0 to 1. */
  gaps = []
  /** The position of each action, from 0 to 1. */
  positions
  #moments

  /** Gaps of at least this length are folded. */
  static gap = 30 * 60_000

  constructor(moments) {
    this.#moments = moments
    const length = moments.length
    this.positions = new Float64Array(length)
    let active = 0
    const folded = []
    for (let index = 1, newest = moments[0]?.time; index < length; index++) {
      // A clock that was set back does not move the axis backwards.
      const step = Math.max(0, moments[index].time - newest)
      newest = Math.max(newest, moments[index].time)
      if (step >= Axis.gap) folded.push({ index, milliseconds: step })
      else active += step
      this.positions[index] = active
    }
    const width = active > 0 ? Math.min(0.04, 0.25 / folded.length) * active : 1
    const total = active > 0 || folded.length > 0 ? active + folded.length * width : 0
    let shift = 0
    let next = 0
    for (let index = 0; index < length; index++) {
      if (folded[next]?.index === index) {
        const from = this.positions[index - 1]
        shift += width
        this.gaps.push({ from, to: (this.positions[index] + shift) / total, milliseconds: folded[next].milliseconds })
        next++
      }
      // Without any duration, the actions have equal distances.
      this.positions[index] = total > 0 ? (this.positions[index] + shift) / total : length > 1 ? index / (length - 1) : 1
    }
  }

  /** Returns the index of the action that contains an event, or of the last action before the event. −1: none. */
  indexOf(event) {
    let [low, high] = [0, this.#moments.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#moments[middle].first <= event) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** Returns the position of the moment after an event. */
  position(event) { return event > 0 ? this.positions[this.indexOf(event)] ?? 0 : 0 }

  /** Returns the index of the last action at or before a position. */
  indexAt(position) {
    let [low, high] = [0, this.positions.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.positions[middle] <= position + 1e-9) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
