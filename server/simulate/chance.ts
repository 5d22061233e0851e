/** Draws that come out the same for the same seed on every machine. */
export type Chance = {
  /** From 0 up to but without 1. */
  share(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /**
   * An id in uuid form. It begins with the turn: rows of one turn then lie together in every index, and a million of
   * them are written ten times as fast as wholly random ones would be. Who guesses it learns nothing about anybody.
   */
  id(): string
  /** So many random bytes as hex digits; `bytes` is a multiple of four. */
  hex(bytes: number): string
}

/** Four hexadecimal digits of each number that has no more. */
const fours = Array.from({ length: 65_536 }, (_, n) => n.toString(16).padStart(4, '0'))

const mix = (state: number) => {
  let z = (state + 0x9e3779b9) | 0
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
  return (z ^ (z >>> 16)) | 0
}

/** An sfc32 generator of its own for each pair of seed and turn, so that parts can be drawn in any order. */
export function chanceOf(seed: number, turn: number): Chance {
  let a = mix(seed)
  let b = mix(turn ^ 0x5bd1e995)
  let c = mix(a ^ Math.imul(b, 31))
  let counter = 1
  const bits = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round++) bits()

  const share = () => bits() / 4_294_967_296
  const begin = (turn >>> 0).toString(16).padStart(8, '0')
  const eight = () => {
    const drawn = bits()
    return `${fours[drawn >>> 16]}${fours[drawn & 65_535]}`
  }
  return {
    share,
    whole: (least, most) => least + Math.floor(share() * (most - least + 1)),
    pick: (items) => items[Math.floor(share() * items.length)] as (typeof items)[number],
    id: () => {
      const [second, third, fourth] = [eight(), eight(), eight()]
      return `${begin}-${second.slice(0, 4)}-4${second.slice(5)}-8${third.slice(1, 4)}-${third.slice(4)}${fourth}`
    },
    hex: (bytes) => Array.from({ length: bytes / 4 }, eight).join(''),
  }
}

const figures = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** So many spoken references there are. */
export const allReferences = figures.length ** 6

/** The n-th spoken reference in the alphabet's order, from 0 up to but without `allReferences`. */
export function referenceOf(n: number): string {
  let [text, rest] = ['', n]
  for (let place = 0; place < 6; place++) {
    text = figures[rest % figures.length] + text
    rest = Math.floor(rest / figures.length)
  }
  return `CV-${text.slice(0, 4)}-${text.slice(4)}`
}
