// Glasses, bottles and food, in centimetres with the foot at the origin.
import { disc, mix, print, stroke } from '../../platform/media/drawing/ink.ts'
import { oval } from './people.ts'
import type { Setting } from './setting.ts'

export type Wine = 'red' | 'white' | 'rose' | 'sparkling'
export const wineInk = (s: Setting, wine: Wine) =>
  wine === 'red' ? s.dye.red : wine === 'rose' ? mix('#e08a78', s.palette.glow, 0.12) : s.dye.white

/** Draws a glass, larger than in life, so that it can be made out on a small card. A `small` glass has no highlight. */
export function glass(s: Setting, wine: Wine, small = true): string {
  const pale = s.dye.chalk
  const stem = 'M-5.5-.8Q0-2.5 5.5-.8V0H-5.5zM-.9-11H.9V-1H-.9z'
  if (wine === 'sparkling')
    return (
      print(stem + 'M-3.6-28C-4.6-18-4-10 0-10S4.6-18 3.6-28z', pale, 0.75) +
      print('M-3.9-24C-4.4-16-3.6-10.5 0-10.5S4.4-16 3.9-24z', wineInk(s, wine)) +
      (small ? '' : print('M2-22L2.5-13.5 1.3-13z', pale, 0.8))
    )
  return (
    print(stem + 'M-5-26C-9-17-7-10 0-10S9-17 5-26z', pale, 0.7) +
    print('M-7.1-18C-7.3-12.5-4-10.5 0-10.5S7.3-12.5 7.1-18z', wineInk(s, wine)) +
    (small ? '' : print('M4-23Q7-17 4.5-13Q5.5-18 4-23z', pale, 0.85))
  )
}
/** Draws a bottle, 32 cm tall. A `small` bottle has no shadow and no mark on its label. */
export function bottle(s: Setting, wine: Wine, small = false): string {
  const body =
    wine === 'white'
      ? mix(s.dye.sage, '#2c5142', 0.35)
      : wine === 'rose'
        ? mix('#d98a78', s.palette.glow, 0.2)
        : '#1f3a33'
  const foil = wine === 'sparkling' ? s.dye.straw : s.dye.claret
  const shape =
    wine === 'sparkling'
      ? 'M-5 0V-15Q-5-21-2-26V-32H2V-26Q5-21 5-15V0z'
      : 'M-4.5 0V-18Q-4.5-22-1.7-24V-32H1.7V-24Q4.5-22 4.5-18V0z'
  return (
    print(shape, body) +
    (small ? '' : print(s.sun > 0 ? 'M-4.5 0V-17L-2.5-20V0z' : 'M4.5 0V-17L2.5-20V0z', '#1b1f3a', 0.3)) +
    print('M-1.9-32H1.9V-26H-1.9z', foil) +
    print('M-4.6-14H4.6V-5H-4.6z', s.dye.chalk) +
    (small ? '' : print(disc(0, -9.5, 2), s.dye.claret))
  )
}
/** Draws round berries of a radius in a row. */
const berries = (r: number, y: number, ...xs: number[]) => xs.map((x) => disc(x, y, r)).join('')
/** Draws a bunch of grapes that lies on a board. */
export const grapes = (s: Setting, ink: string) =>
  print(
    berries(3.5, -3, -6, 0, 6) +
      berries(3.5, -8, -9, -3, 3, 9) +
      berries(3.5, -13, -6, 0, 6) +
      berries(3.5, -17, -2, 3),
    ink,
  ) +
  print(berries(1, -4, -7, -1, 5) + berries(1, -9, -4, 2) + berries(1, -14, -1), s.dye.chalk, 0.7) +
  stroke('M1-19Q2-24 7-25', s.dye.wood, 1.8)
export const loaf = (s: Setting) =>
  print('M-20 0Q-26-13-12-15Q4-19 18-14Q27-11 21 0z', s.dye.rust) +
  print('M-18-1Q-23-12-12-14Q2-18 14-14.5Q-2-10-8-1z', s.dye.straw, 0.7) +
  stroke('M-11-13L-6-6M-1-15L4-7M9-14L14-6', s.dye.chalk, 2, 0.8)
/** Draws a round cheese with a wedge cut from it. */
export const cheese = (s: Setting) =>
  print('M-18-10V-3A18 5 0 0 0 18-3V-10z', mix(s.dye.straw, s.dye.chalk, 0.45)) +
  print(oval(0, -10, 18, 5), mix(s.dye.straw, s.dye.chalk, 0.75)) +
  print('M0-10L17-12A18 5 0 0 1 13-6.5z', s.dye.rust, 0.5) +
  print('M0-10V-2L13 1V-6.5z', s.dye.straw)
export const wedge = (s: Setting) =>
  print('M-13 0L12-4V-11L-13-7z', s.dye.straw) +
  print('M-13-7L12-11L2-14z', mix(s.dye.straw, s.dye.chalk, 0.6)) +
  print(disc(-2, -5, 1.6) + disc(6, -6.5, 1.3), s.dye.wood, 0.5)
export const posy = (s: Setting) =>
  stroke('M-8-28L0-12 8-27M0-12V-32', s.palette.ink, 1.6) +
  print(disc(-8, -29, 4) + disc(8, -28, 4), s.dye.claret) +
  print(disc(0, -33, 4.5) + disc(-3, -24, 3), s.dye.chalk) +
  print('M-5 0Q-8-8-3-14H3Q8-8 5 0z', s.dye.slate)
