// Draws the picnic on a blanket, and the ride behind a tractor.
import { disc, mix, outline, print, stroke, type Point } from '../../platform/media/drawing/ink.ts'
import { bigTree } from '../posters/trees.ts'
import { ground, hills, rows, tufts } from './hills.ts'
import { box, choosePeople, moved, night, oval, young } from './people.ts'
import { seated } from './poses.ts'
import type { Setting } from './setting.ts'
import { bottle, glass, loaf, type Wine } from './tableware.ts'

/** Draws a picnic: two people and perhaps a child on a blanket beside the vines. */
export function picnic(s: Setting): string {
  const { roll, palette: ink, dye, side } = s
  s.horizon = 380
  const people = choosePeople(s, 4)
  const wine: Wine = s.variant % 2 ? 'sparkling' : 'rose'
  const child = roll() < 0.55
  const cloth = s.variant % 3 === 0 ? dye.claret : s.variant % 3 === 1 ? dye.slate : dye.straw
  const quad = (a: number, b: number) => {
    const line = (t: number): [Point, Point] => [
      [380 + 840 * t, 760],
      [200 + 1200 * t, 960],
    ]
    const [[p, q], [r, u]] = [line(a), line(b)]
    return outline([p, r, u, q])
  }
  return (
    hills(s, { rise: 170, peak: 0.8, foot: 70, size: 104 }) +
    ground(440, ink.field, ink.paper, 3) +
    rows(s, {
      x: 800 + side * 240,
      y: 420,
      focal: 1300,
      eye: 2.5,
      half: 0.32,
      offsets: [-14, -10, -6, 6, 10],
    }) +
    print('M-20 690Q400 650 800 672T1620 660V1000H-20z', mix(ink.field, ink.leaf, 0.25)) +
    bigTree('spreading', 800 - side * 660, 800, 760, s) +
    print(oval(800 - side * 420, 830, 560, 90), ink.ink, 0.18) +
    print(quad(0, 1), cloth) +
    print(quad(0.12, 0.2) + quad(0.36, 0.44) + quad(0.6, 0.68) + quad(0.84, 0.92), dye.chalk, 0.75) +
    print('M344 800l912 0 18 20-948 0zM281 870l1038 0 22 24-1082 0z', dye.chalk, 0.4) +
    seated(s, people[0]!, 490, 890, 4.3, {
      low: true,
      left: [-22, -78, -30, -46],
      right: [24, -84, 38, -96],
      hold: moved(39, -91, 1, glass(s, wine)),
    }) +
    seated(s, people[1]!, 1120, 890, 4.3, {
      low: true,
      facing: -1,
      left: [-22, -78, -30, -46],
      right: [24, -82, 38, -96],
      hold: moved(39, -91, 1, glass(s, wine)),
    }) +
    (child
      ? seated(s, young(people[2]!), 1350, 915, 4.1, {
          low: true,
          child: true,
          facing: -1,
          short: true,
          right: [22, -70, 40, -66],
        })
      : '') +
    moved(
      800,
      868,
      3.9,
      stroke('M-24-18Q0-64 24-18', mix(dye.wood, night, 0.15), 4) +
        print('M-28-24H28L22 4H-22z', dye.plank) +
        stroke('M-26-16H26M-24-7H24', dye.wood, 2.6) +
        print('M-28-24H28V-19H-28z', dye.wood) +
        print('M2-26Q14-30 20-24L26-6 12-2z', dye.chalk),
    ) +
    moved(770, 930, 3.8, loaf(s)) +
    moved(935, 905, 4, bottle(s, wine)) +
    tufts(s, -20, 240, 1000, 70, ink.ink) +
    tufts(s, 1380, 1620, 1000, 70, ink.ink)
  )
}

/** Draws an old tractor that pulls guests past the vines. */
export function tractor(s: Setting): string {
  const { roll, palette: ink, dye, side } = s
  s.horizon = 400
  const riders = 2 + Math.floor(roll() * 2)
  const people = choosePeople(s, riders + 1, { staff: true, scarves: true })
  const paint = [dye.claret, dye.night, dye.rust][s.variant % 3] as string
  const tyre = mix(night, dye.night, 0.3)
  const tire = (x: number, r: number, hub: string) =>
    `<path d="${disc(x, -r, r * 0.8)}" fill="${hub}" stroke="${tyre}" stroke-width="${r * 0.4}"/>` +
    print(disc(x, -r, r * 0.2), tyre)
  const machine =
    stroke('M150-150V-232', tyre, 8) +
    print('M40-140H196Q214-140 214-120V-66H40z', paint) +
    print('M196-140Q214-140 214-120V-66H190V-140z', night, 0.2) +
    print(box(60, -122, 90, 8) + box(60, -104, 90, 8) + box(60, -86, 90, 8), night, 0.3) +
    print(disc(208, -118, 9), mix(ink.glow, '#fff6d8', 0.5)) +
    stroke('M44-140L26-176M12-182L40-170', tyre, 7) +
    print('M-78-60H60V-40H-78z', paint) +
    print('M-62-112H-46L-40-70H-8V-60H-62z', tyre)
  const bench = 274
  const trailer = stroke(`M-160-50H-90`, tyre, 8)
  const rail =
    print(box(-bench - 160, -150, 8, 90) + box(-168, -150, 8, 90), dye.wood) +
    stroke(`M${-bench - 158}-146H-162`, dye.wood, 7)
  const wagon =
    print(box(-bench - 160, -100, bench, 52), dye.plank) +
    stroke(`M${-bench - 160}-83H-160M${-bench - 160}-66H-160`, dye.wood, 4) +
    print(box(-bench - 164, -54, bench + 8, 10), mix(dye.wood, night, 0.3))
  const driver = seated(
    s,
    { ...people[0]!, style: 'hat', skirt: false, top: paint === dye.claret ? people[0]!.top : dye.claret },
    -36,
    -36,
    1.5,
    { right: [18, -82, 42, -104] },
  )
  const guests = people
    .slice(1)
    .map((p, i) => {
      const x = -bench - 160 + 50 + i * 78
      const child = i === 1 && riders > 2
      return seated(s, child ? young(p) : p, x, -20, 1.5, {
        legs: false,
        child,
        short: i % 2 === 0,
        right: i === riders - 1 ? [26, -108, 34, -134] : [18, -78, 30, -62],
      })
    })
    .join('')
  const x = 800 + side * (bench * 0.95 - 50)
  return (
    hills(s, { rise: 190, peak: 0.71, foot: 80, size: 104 }) +
    ground(470, mix(ink.field, ink.mid, 0.25), ink.paper, 3) +
    rows(s, {
      x: 800 - side * 200,
      y: 430,
      focal: 1300,
      eye: 2.6,
      high: 1.4,
      offsets: [-11, -6.4, -2, 2, 6.4, 11],
      near: 7,
    }) +
    print('M-20 770Q400 740 800 756T1620 744V1020H-20z', ink.field) +
    print('M-20 850Q500 836 900 846T1620 838V914Q1100 926 700 918T-20 926z', mix(ink.soil, ink.paper, 0.25)) +
    print(oval(x - side * 130, 886, 520, 26), night, 0.22) +
    moved(
      x,
      886,
      1.9,
      trailer +
        rail +
        guests +
        wagon +
        tire(-bench - 100, 44, dye.chalk) +
        tire(-215, 44, dye.chalk) +
        driver +
        machine +
        tire(-32, 76, dye.straw) +
        tire(170, 46, dye.straw),
      side,
    ) +
    tufts(s, -20, 1620, 1000, 44, mix(ink.ink, ink.field, 0.15))
  )
}
