// A small generator with a seed, the same as in the Swift tests.
//
// Steele, Lea, Flood: "Fast splittable pseudorandom number generators".

const mask = (1n << 64n) - 1n

export class Random {
  #state

  constructor(seed) { this.#state = seed }

  #next() {
    this.#state = (this.#state + 0x9E3779B97F4A7C15n) & mask
    let mixed = this.#state
    mixed = ((mixed ^ (mixed >> 30n)) * 0xBF58476D1CE4E5B9n) & mask
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94D049BB133111EBn) & mask
    return mixed ^ (mixed >> 31n)
  }

  /** A number from 0 up to, but not including, `bound`. */
  below(bound) { return Number(this.#next() % BigInt(bound)) }

  /** A random element of an array that is not empty. */
  pick(elements) { return elements[this.below(elements.length)] }
}
