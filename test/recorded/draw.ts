/** Draws from a seed: equal seeds give equal draws on every machine (mulberry32). */
export class Draw {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) >>> 0
  }

  /** A number from 0 up to, but without, 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1))
  }

  /** True in so many of a hundred draws. */
  percent(share: number): boolean {
    return this.fraction() * 100 < share
  }

  one<Item>(items: readonly [Item, ...Item[]]): Item
  one<Item>(items: readonly Item[]): Item | undefined
  one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.whole(0, items.length - 1)]
  }

  /** Some of the items in their order, at least one. */
  some<Item>(items: readonly [Item, ...Item[]], share = 50): Item[] {
    const drawn = items.filter(() => this.percent(share))
    return drawn.length > 0 ? drawn : [this.one(items)]
  }
}
