// Indoor scenes: the barrel cellar and the fireside.
import { disc, mix, print, stroke } from '../../platform/media/drawing/ink.ts'
import { hills } from './hills.ts'
import { asWinemaker, box, choosePeople, moved, night, oval } from './people.ts'
import { seated, standing, wheelchairUserFromBehind } from './poses.ts'
import type { Setting } from './setting.ts'
import { bottle, glass, type Wine } from './tableware.ts'

/** Draws `count` barrels, one above the other. All barrels share one path for each ink, which saves bytes. */
function stack(s: Setting, count: number): string {
  const each = (draw: (y: number) => string) =>
    Array.from({ length: count }, (_, i) => draw(-50 - i * 96)).join('')
  const discs = (r: number, down = 0) => each((y) => disc(0, y + down, r))
  const staves = each((y) => `M-14 ${y - 40}v80M14 ${y - 40}v80M-30 ${y - 30}v60M30 ${y - 30}v60`)
  const shade = each((y) => `M-43 ${y}a43 43 0 0 0 86 0Q0 ${y + 26}-43 ${y}z`)
  return (
    print(discs(50), mix(s.dye.slate, night, 0.6)) +
    print(discs(43), s.dye.plank) +
    stroke(staves, s.dye.wood, 2.4) +
    print(shade, night, 0.2) +
    print(discs(5, 17), night) +
    print(box(-54, -4, 108, 12), mix(s.dye.wood, night, 0.55))
  )
}

/** Draws the cellar: the winemaker shows one or two guests the barrels under a vault. */
export function cellar(s: Setting): string {
  const { roll, dye } = s
  const stone = mix(mix(s.hour === 'dusk' ? '#6f5566' : '#8a7561', dye.rust, 0.25), night, 0.24)
  const lamp = mix('#f3c97c', s.palette.glow, 0.35)
  const people = choosePeople(s, 3, { staff: true })
  const arch = (r: number, y: number, light: number) =>
    print(
      `M${800 - r} 1000V${y}A${r} ${Math.round(r * 0.82)} 0 0 1 ${800 + r} ${y}V1000z`,
      mix(mix(stone, night, 0.4), lamp, light),
    )
  const vault = arch(860, 640, 0.05) + arch(690, 620, 0.2) + arch(540, 604, 0.36) + arch(410, 590, 0.5)
  // Pairs of stacks, larger as they come nearer, stand along both walls.
  const pair = (x: number, y: number, size: number, high: number) =>
    moved(800 - x, y, size, stack(s, high)) + moved(800 + x, y, size, stack(s, high))
  const stacks =
    pair(205, 792, 0.78, 2) + pair(310, 826, 1.12, 3) + pair(462, 880, 1.6, 3) + pair(680, 955, 2.25, 2)
  const wine: Wine = roll() < 0.5 ? 'red' : 'white'
  const facing = roll() < 0.5 ? 1 : -1
  const guests = roll() < 0.5
  const chair = roll() < 0.4
  const upright = roll() < 0.6
  const [near, far] = upright ? [150, 290] : [90, 235]
  const cask = upright
    ? moved(
        800 + facing * 10,
        940,
        2.5,
        print('M-26 0Q-36-45-27-92H27Q36-45 26 0z', mix(dye.wood, night, 0.2)) +
          print('M8 0Q14-45 9-92H27Q36-45 26 0z', night, 0.2) +
          stroke('M-30-22H30M-31-68H31', mix(dye.slate, night, 0.6), 5) +
          print(oval(0, -92, 27, 5), dye.plank) +
          moved(-12, -93, 1, bottle(s, wine, true)) +
          moved(12, -92, 1, glass(s, wine)),
      )
    : ''
  return (
    `<rect width="1600" height="1000" fill="${mix(stone, night, 0.55)}"/>` +
    vault +
    arch(300, 578, 0.66) +
    print('M600 700l400 0 500 300-1400 0z', mix(stone, lamp, 0.42)) +
    print('M720 700l160 0 180 300-520 0z', lamp, 0.3) +
    print('M690 704V640A110 96 0 0 1 910 640V704z', mix(lamp, '#fff3d6', 0.5)) +
    print(disc(800, 250, 250), lamp, 0.14) +
    print(disc(800, 250, 130), lamp, 0.24) +
    stacks +
    stroke('M800 0V190', mix(night, stone, 0.2), 6) +
    print('M750 236Q756 186 800 184Q844 186 850 236z', mix(night, dye.slate, 0.4)) +
    print(disc(800, 246, 30), mix(lamp, '#fff6dc', 0.7)) +
    standing(s, asWinemaker(s, people[0]!), 800 - facing * 130, 905, 2.55, {
      view: 'front',
      facing: facing as 1 | -1,
      left: [-32, -118, -52, -140],
      right: [32, -114, 38, -101],
      extra: print('M-13-128H13L17-62H-17z', dye.claret),
      hold: moved(40, -96, 1, glass(s, wine)),
    }) +
    cask +
    (chair
      ? wheelchairUserFromBehind(s, people[1]!, 800 + facing * near, 956, 2.75)
      : standing(s, people[1]!, 800 + facing * near, 950, 2.75, {
          facing: facing > 0 ? -1 : 1,
          right: [27, -114, 30, -128],
          hold: moved(30, -124, 1, glass(s, wine)),
        })) +
    (guests
      ? standing(s, people[2]!, 800 + facing * far, 925, 2.6, {
          facing: facing > 0 ? -1 : 1,
          left: [-27, -114, -30, -126],
          hold: moved(-30, -122, 1, glass(s, wine)),
        })
      : '')
  )
}

/** Draws a winter tasting by the fire: two armchairs, a dog on the rug, snow on the hill outside. */
export function fireside(s: Setting): string {
  const { roll, dye } = s
  const wall =
    s.variant % 3 === 0
      ? mix(dye.night, dye.slate, 0.3)
      : s.variant % 3 === 1
        ? mix('#6d2436', night, 0.25)
        : mix('#2c5142', night, 0.12)
  const people = choosePeople(s, 3)
  const flame = ['#c8532f', '#eb9a3f', '#f8dc92'] as const
  const stone = mix(dye.chalk, dye.wood, 0.3)
  s.horizon = 300
  const view = hills(s, { rise: 120, peak: 0.75, foot: 60, size: 70 })
  const left = s.side > 0
  const wx = left ? 120 : 1150
  const fx = 800
  const chairInk = s.variant % 3 === 1 ? dye.slate : dye.rust
  const chair = (ink: string) =>
    print('M-34-112Q-38-30-30-8H34V-50H-6L-14-112Q-24-122-34-112z', ink) +
    print('M-20-62H30Q38-62 38-52V-36H-20z', mix(ink, night, 0.14))
  const arms = (ink: string) =>
    print('M-22-70H28Q38-70 38-60T28-52H10V-8H-26z', mix(ink, night, 0.22)) +
    stroke('M-24-8V-1M30-8V-1', night, 5)
  const seat = (p: (typeof people)[number], x: number, facing: 1 | -1, wine: Wine) =>
    seated(s, p, x, 930, 4.3, {
      facing,
      seat: chair(chairInk),
      right: [26, -82, 40, -98],
      hold: moved(41, -93, 0.95, glass(s, wine)),
    }) + moved(x, 930, 4.3, arms(chairInk), facing)
  const wine: Wine = roll() < 0.6 ? 'red' : 'sparkling'
  const px = left ? 1230 : 190
  const poster =
    print(box(px - 10, 90, 220, 230), dye.chalk) +
    print(box(px, 100, 200, 210), mix(s.palette.glow, dye.straw, 0.3)) +
    print(disc(px + 130, 160, 28), dye.chalk) +
    print(`M${px} 224Q${px + 70} 160 ${px + 200} 220V310H${px}z`, dye.sage) +
    stroke(
      `M${px + 20} 304L${px + 84} 220M${px + 66} 304L${px + 104} 222M${px + 114} 304L${px + 124} 224M${px + 162} 304L${px + 146} 226`,
      mix('#2c5142', night, 0.2),
      10,
    )
  const rack =
    print(box(px - 40, 196, 270, 14) + box(px - 40, 312, 270, 14), dye.wood) +
    [0, 1, 2, 3]
      .map((i) =>
        moved(px - 6 + i * 66, 196, 3, bottle(s, (['red', 'white', 'sparkling', 'rose'] as const)[i]!, true)),
      )
      .join('') +
    print(box(px - 20, 244, 22, 68) + box(px + 26, 240, 26, 72) + box(px + 130, 246, 22, 66), dye.straw) +
    print(box(px + 4, 252, 20, 60) + box(px + 156, 252, 28, 60), dye.chalk)
  return (
    view +
    print(`M0 0H1600V800H0zM${wx} 150V520H${wx + 330}V150z`, wall) +
    stroke(box(wx, 150, 330, 370) + `M${wx + 165} 150V520M${wx} 335H${wx + 330}`, dye.chalk, 12) +
    print(box(wx - 24, 520, 378, 22), dye.chalk) +
    (s.variant % 2 ? poster : rack) +
    print('M0 780H1600V1000H0z', mix(dye.wood, night, 0.35)) +
    stroke('M0 850H1600M0 930H1600', night, 4, 0.25) +
    print(box(fx - 150, 0, 300, 330), mix(wall, dye.chalk, 0.12)) +
    print(box(fx - 220, 350, 440, 440), stone) +
    print(box(fx - 250, 320, 500, 40), mix(dye.wood, night, 0.2)) +
    print(`M${fx - 140} 790V540Q${fx} 420 ${fx + 140} 540V790z`, mix(night, '#5a2a22', 0.35)) +
    print(disc(fx, 690, 240), flame[1], 0.16) +
    print(disc(fx, 700, 150), flame[1], 0.2) +
    print(
      `M${fx - 84} 770Q${fx - 110} 690 ${fx - 50} 640Q${fx - 56} 590 ${fx - 4} 540Q${fx + 8} 590 ${fx + 52} 620Q${fx + 104} 690 ${fx + 82} 770z`,
      flame[0],
    ) +
    print(
      `M${fx - 56} 770Q${fx - 70} 700 ${fx - 22} 660Q${fx - 20} 630 ${fx + 6} 600Q${fx + 20} 650 ${fx + 42} 672Q${fx + 70} 720 ${fx + 54} 770z`,
      flame[1],
    ) +
    print(`M${fx - 28} 770Q${fx - 36} 720 ${fx} 680Q${fx + 40} 720 ${fx + 28} 770z`, flame[2]) +
    stroke(`M${fx - 90} 776L${fx + 70} 758M${fx - 70} 756L${fx + 92} 778`, mix(dye.wood, night, 0.4), 26) +
    print(oval(fx, 850, 520, 90), flame[1], 0.1) +
    moved(fx - 150, 320, 3, bottle(s, wine)) +
    moved(
      fx + 150,
      320,
      2.6,
      print(box(-9, -14, 18, 14), dye.straw) + print(oval(0, -26, 14, 12), s.palette.ink),
    ) +
    print(oval(fx, 910, 430, 66), mix(dye.claret, night, 0.1)) +
    print(oval(fx, 910, 370, 52), mix(dye.claret, dye.straw, 0.3)) +
    print(oval(fx, 910, 350, 48), mix(dye.claret, night, 0.04)) +
    seat(people[0]!, 340, 1, wine) +
    seat(people[1]!, 1260, -1, wine) +
    moved(
      800,
      930,
      2.1,
      print('M-60 0Q-72-22-44-30Q-10-40 26-28Q36-46 56-42Q78-36 76-22Q70-16 60-18Q56 0 40 0z', dye.chalk) +
        print('M36-42Q24-34 30-16Q40-14 44-30zM-40-31Q-10-39 14-31Q0-16-40-31z', dye.wood) +
        stroke('M-56-4Q-84-6-80-20', dye.chalk, 8) +
        print(disc(75, -26, 4), night),
    )
  )
}
