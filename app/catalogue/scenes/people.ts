// Draws people as a few flat shapes. Lengths are in centimetres, and the feet are at the origin.
// Nobody has a face: hair, clothes and posture tell people apart.
import { disc, leafy, mix, num, print } from '../../platform/media/drawing/ink.ts'
import type { Setting } from './setting.ts'

export type ViewOfPerson = 'back' | 'front' | 'side'
type Hair = 'short' | 'bob' | 'long' | 'bun' | 'curls' | 'thin' | 'hat' | 'cap' | 'scarf'
export type DrawnPerson = ReturnType<typeof choosePeople>[number]

export const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${num(x - rx)} ${num(y)}a${num(rx)} ${num(ry)} 0 1 0 ${num(2 * rx)} 0a${num(rx)} ${num(ry)} 0 1 0 ${num(-2 * rx)} 0z`
export const box = (x: number, y: number, w: number, h: number) =>
  `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`
/** Moves a drawing to a point and enlarges it by `scale`. A `facing` of -1 mirrors it. */
export const moved = (x: number, y: number, scale: number, svg: string, facing = 1) =>
  `<g transform="translate(${Math.round(x)} ${Math.round(y)})${facing < 0 ? ` scale(${num3(-scale)} ${num3(scale)})` : scale === 1 ? '' : ` scale(${num3(scale)})`}">${svg}</g>`
const num3 = (n: number) => String(Math.round(n * 1000) / 1000)

const skins = ['#f0c9a6', '#dca37a', '#b97a52', '#7d4e35', '#e6b48e', '#98623f', '#5a3828']
const dark = ['#2a211f', '#3d2a22', '#1f1c20']
const GREY = ['#d9d6cc', '#cfcac0', '#8d8880', '#c9c6bd']
const heads: readonly (readonly [Hair, string | null])[] = [
  ['bob', '#8a4f2c'],
  ['short', null],
  ['thin', '#d9d6cc'],
  ['long', null],
  ['cap', '#7d6a50'],
  ['curls', null],
  ['bun', '#cfcac0'],
  ['short', '#a8713d'],
  ['scarf', null],
  ['bun', null],
  ['curls', '#8d8880'],
  ['long', '#c08a48'],
  ['short', '#c9c6bd'],
]
/**
 * Returns `count` different people. Neighbours differ in skin, hair and clothes. `staff`: the scene has staff, so no guest
 * wears claret. `scarves` allows headscarves, for scenes in which nobody drinks.
 */
export function choosePeople(s: Setting, count: number, { staff = false, scarves = false } = {}) {
  const { dye, roll, warm } = s
  const red = staff ? mix(dye.rust, dye.straw, 0.3) : dye.claret
  const cloth = [red, dye.chalk, dye.slate, dye.straw, dye.rust, dye.night, dye.sage]
  const [a, b, c] = [Math.floor(roll() * 7), Math.floor(roll() * heads.length), Math.floor(roll() * 7)]
  return Array.from({ length: count }, (_, i) => {
    const [cut, hair] = heads[(b + i * 5) % heads.length] as (typeof heads)[number]
    const style: Hair = cut === 'scarf' && !scarves ? 'long' : cut
    const skin = skins[(a + i * 3) % 7] as string
    const top = cloth[(c + i * 2) % 7] as string
    const scarf = style === 'scarf' ? (cloth[(c + i * 2 + 3) % 7] as string) : null
    return {
      style,
      top,
      old: GREY.includes(hair ?? ''),
      skin: mix(skin, warm(skin), 0.55),
      hair: scarf ?? warm(hair ?? (dark[i % 3] as string)),
      legs: [dye.night, mix(dye.slate, dye.night, 0.5), mix(dye.wood, dye.night, 0.3)][(a + i) % 3] as string,
      skirt: (style === 'bob' || style === 'long' || style === 'scarf') && i % 2 === 0,
    }
  })
}

/** Returns the person as the winemaker, in a chalk shirt. The scene adds the claret apron. */
export const asWinemaker = (s: Setting, p: DrawnPerson): DrawnPerson => ({
  ...p,
  skirt: false,
  top: s.dye.chalk,
})
/** Returns a child in the same clothes, without grey hair, cap or headscarf. */
export const young = (p: DrawnPerson): DrawnPerson => ({
  ...p,
  style: p.style === 'long' || p.style === 'curls' ? p.style : p.skirt ? 'bob' : 'short',
  hair: p.old || p.style === 'cap' || p.style === 'scarf' ? '#4a2f22' : p.hair,
})

const BUN = 'M-6-16A6 6 0 0 1 6-16A6 6 0 0 1-6-16z'
const hairs: Record<ViewOfPerson, Record<Hair, string>> = {
  back: {
    short: 'M-11 2C-14-17 14-17 11 2Q11 8 6 9H-6Q-11 8-11 2z',
    bob: 'M-13 8C-18-19 18-19 13 8Q13 13 9 13H-9Q-13 13-13 8z',
    long: 'M-13 4C-18-19 18-19 13 4L15 28Q15 34 6 34H-6Q-15 34-15 28z',
    bun: 'M-11 2C-14-17 14-17 11 2Q10 10 0 10Q-10 10-11 2z' + BUN,
    curls: oval(0, -3, 15, 15),
    thin: 'M-11-2Q-12 8-6 10H6Q12 8 11-2Q5 3 0 3T-11-2z',
    hat: 'M-10-4H10Q11 8 6 9H-6Q-11 8-10-4z',
    cap: 'M-10-2H10Q11 8 6 9H-6Q-11 8-10-2z',
    scarf: 'M-13 4C-18-19 18-19 13 4Q14 18 20 27H-20Q-14 18-13 4z',
  },
  front: {
    short: 'M-11 0C-15-18 15-18 11 0Q9-5 3-7Q-6-6-11 0z',
    bob: 'M-13 12C-18-19 18-19 13 12H8Q11-3 2-8Q-10-5-8 12z',
    long: 'M-13 4C-18-19 18-19 13 4L14 28H7Q11-3 2-8Q-10-5-7 28H-14z',
    bun: 'M-11 1C-15-18 15-18 11 1Q8-7 0-8T-11 1z' + BUN,
    curls: 'M-12 7C-26-22 26-22 12 7Q11-4 3-7Q-9-6-12 7z',
    thin: 'M-10-4Q-12 2-9.6 5L-8.6-3zM10-4Q12 2 9.6 5L8.6-3zM-5 7Q0 4 5 7L4 11Q0 13-4 11z',
    hat: 'M-11-2H11L10 5L8-2H-8L-10 5z',
    cap: 'M-11-3H11L10 5L8-2H-8L-10 5z',
    scarf: 'M-13 4C-18-19 18-19 13 4Q14 18 20 27H-20Q-14 18-13 4zM-8-2C-8 14 8 14 8-2C8-12-8-12-8-2z',
  },
  side: {
    short: 'M10-5C7-17-14-17-12 1Q-12 8-8 9Q-4 5-5-2Q4-2 10-5z',
    bob: 'M10-5C8-19-16-18-14 2L-13 13H-2Q1 5-1-3Q6-3 10-5z',
    long: 'M10-5C8-19-16-18-14 2L-18 31Q-10 36-4 31Q1 10-1-3Q6-3 10-5z',
    bun: 'M10-5C7-17-14-17-12 1Q-12 8-8 9Q-4 5-5-2Q4-2 10-5z' + disc(-13, -9, 6),
    curls: 'M11-5C11-21-19-22-17 0Q-17 12-9 12Q-4 5-5-2Q4-2 11-5z',
    thin: 'M-4-3Q-5 6-6 9Q-11 8-11 0Q-11-5-9-8Q-7-4-4-3z',
    hat: 'M-2-4Q-4 6-7 9Q-13 7-11-4z',
    cap: 'M-2-4Q-4 6-7 9Q-13 7-11-4z',
    scarf: 'M10-8C7-19-16-18-14 4Q-13 18-19 28H13Q8 22 4 13Q-1 2 0-3Q6-4 10-8z',
  },
}
/** Draws a head around the origin. In side view the head looks to the right. */
export function head(s: Setting, p: DrawnPerson, view: ViewOfPerson, size = 1): string {
  const hair = hairs[view][p.style]
  const face =
    view === 'side' ? 'M-9 1C-10-17 8-16 9.5-5L13 3.5L10 5Q10 12 3 12.5Q-8 12-9 1z' : oval(0, 0, 10, 12)
  const over =
    p.style === 'hat'
      ? print('M-11-5C-12-21 12-21 11-5z' + oval(0, -5, 20, view === 'side' ? 3.4 : 4.6), s.dye.straw) +
        print('M-11-6Q0-3 11-6V-9.5Q0-7-11-9.5z', s.dye.claret)
      : p.style === 'cap'
        ? print(
            view === 'side'
              ? 'M12-4C11-18-15-18-12-3Q0-2 19-1Q17-5 12-4z'
              : 'M-13-3C-14-18 14-18 13-3Q0 1-13-3z',
            p.hair,
          )
        : ''
  const mane =
    p.style === 'curls' && view !== 'side'
      ? leafy(hair, p.hair, 5)
      : print(hair, p.style === 'cap' || p.style === 'hat' ? '#4a3528' : p.hair)
  const svg = print(face, p.skin) + mane + over
  return size === 1 ? svg : `<g transform="scale(${size})">${svg}</g>`
}

/** The darkest ink of people and things. */
export const night = '#1b1f3a'
/** Draws the shadow that a standing person casts on the ground. */
export const castShadow = (s: Setting, x: number, y: number, w: number) =>
  print(oval(x - s.sun * w * 0.9, y, w * 1.5, w * 0.24), s.palette.ink, 0.24)
