// Seeded random numbers, short SVG paths and flat colours, in the style of a linocut.
export type Point = readonly [number, number]
export type Dice = () => number

/** Returns seeded random numbers in [0, 1): FNV-1a over the seed, then mulberry32. A slug always gives the same picture. */
export function dice(seed: string | number): Dice {
  let state = 2166136261
  for (const character of String(seed)) state = Math.imul(state ^ character.charCodeAt(0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const between = (roll: Dice, low: number, high: number) => low + roll() * (high - low)
export const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
export const ease = (low: number, high: number, value: number) => {
  const t = clamp((value - low) / (high - low), 0, 1)
  return t * t * (3 - 2 * t)
}

/** Writes a number with at most one decimal and no leading zero, because half the bytes of a picture are digits. */
export function num(value: number): string {
  const text = String(Math.round(value * 10) / 10)
  return text === '-0' ? '0' : text.replace(/^(-?)0\./, '$1.')
}
const pair = (x: number, y: number) => num(x) + (y < 0 && num(y).startsWith('-') ? '' : ' ') + num(y)

/**
 * Returns the path of a polygon in relative steps of whole units. Positions are rounded first, so rounding errors never add
 * up.
 */
export function outline(points: readonly Point[], closed = true): string {
  let d = ''
  let [px, py] = [0, 0]
  points.forEach(([x, y], i) => {
    const [rx, ry] = [Math.round(x), Math.round(y)]
    if (i === 0) d = `M${rx}${ry < 0 ? '' : ' '}${ry}`
    else if (rx !== px || ry !== py)
      d += (d.includes('l') ? (rx < px ? '' : ' ') : 'l') + (rx - px) + (ry < py ? '' : ' ') + (ry - py)
    px = rx
    py = ry
  })
  return d.includes('l') ? (closed ? d + 'z' : d) : ''
}

/** Returns the path of a smooth line through the midpoints between the points, for hills, clouds and footpaths. */
export function flow(points: readonly Point[], closed = false): string {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return ''
  const whole = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`
  let d = 'M' + whole(...first)
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b] = [points[i] as Point, points[i + 1] as Point]
    d += `Q${whole(...a)} ${whole((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)}`
  }
  return d + 'L' + whole(...last) + (closed ? 'z' : '')
}

/** Returns the path of one cut of a gouge: straight on one side, curved on the other, and pointed at both ends. */
export function gouge(x: number, y: number, dx: number, dy: number, thick: number): string {
  const length = Math.hypot(dx, dy) || 1
  const [nx, ny] = [(-dy / length) * thick * 1.7, (dx / length) * thick * 1.7]
  return `M${Math.round(x)} ${Math.round(y)}q${pair(dx / 2 + nx, dy / 2 + ny)} ${pair(Math.round(dx), Math.round(dy))}`
}

export const disc = (x: number, y: number, r: number) =>
  `M${pair(x - r, y)}a${num(r)} ${num(r)} 0 1 0 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-2 * r)} 0z`

const faint = (opacity: number) =>
  opacity < 1 ? ` opacity="${String(Math.round(opacity * 100) / 100).replace('0.', '.')}"` : ''
export const print = (d: string, fill: string, opacity = 1) =>
  d === '' ? '' : `<path d="${d}" fill="${fill}"${faint(opacity)}/>`
export const stroke = (d: string, ink: string, width: number, opacity = 1) =>
  d === '' ? '' : `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${num(width)}"${faint(opacity)}/>`

/** Returns foliage: a dotted stroke gives its outline a leafy edge with one attribute instead of a hundred points. */
export const leafy = (d: string, fill: string, dot: number) =>
  d === ''
    ? ''
    : `<path d="${d}" fill="${fill}" stroke="${fill}" stroke-width="${num(dot)}" stroke-dasharray="0 ${num(dot * 0.72)}"/>`
/** Returns straight strokes, which need half the bytes of outlines. */
export const pegs = (d: string, ink: string, width: number) =>
  d === '' ? '' : `<path d="${d}" stroke="${ink}" stroke-width="${num(width)}"/>`

/** Mixes two #rrggbb colours. */
export function mix(a: string, b: string, share: number): string {
  const channel = (i: number) => {
    const [from, to] = [parseInt(a.slice(i, i + 2), 16), parseInt(b.slice(i, i + 2), 16)]
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return '#' + channel(1) + channel(3) + channel(5)
}
