// The buildings of the estates. The origin is the middle of their foot; a unit is about 10 cm.
import { beads, outline, print, stroke, type Point } from '../../../app/media/drawing/ink.ts'
import type { Palette } from '../../../app/media/drawing/palette.ts'

export type Building = 'barn' | 'oast' | 'lighthouse' | 'manor' | 'cottage' | 'winery'
type Lamp = { lit: boolean }

const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`
const grid = (xs: number[], y: number, w: number, h: number) => xs.map((x) => box(x, y, w, h)).join('')
const cut = (...points: Point[]) => outline(points)

export function building(
  kind: Building,
  x: number,
  y: number,
  scale: number,
  palette: Palette,
  lamp: Lamp,
): string {
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${Math.round(scale * 100) / 100})">${drawings[kind](palette, lamp)}</g>`
}
const panes = (p: Palette, lamp: Lamp) => (lamp.lit ? p.glow : p.ink)
/** Draws a few lines for the tiles of a roof. */
const courses = (p: Palette, d: string) => stroke(d, p.ink, 1.2, 0.45)

const drawings: Record<Building, (p: Palette, lamp: Lamp) => string> = {
  // Sussex: flint walls with brick quoins, a great half-hipped roof and a midstrey door.
  barn: (p, lamp) =>
    print(box(-112, -44, 224, 48), p.paper) +
    print(box(40, -44, 72, 48), p.ink, 0.22) +
    beads('M-106-36H108M-100-27H106M-104-18H108M-98-9H106', p.far, 3, 17) +
    print(cut([-122, -42], [-98, -92], [-82, -106], [84, -106], [98, -92], [122, -42]), p.accent) +
    print(cut([56, -106], [84, -106], [98, -92], [122, -42], [74, -42]), p.ink, 0.32) +
    courses(p, 'M-112-62H112M-104-78H104M-94-94H94') +
    print(cut([-34, 4], [-34, -52], [-4, -80], [26, -52], [26, 4]), p.paper) +
    print(cut([-40, -48], [-4, -84], [32, -48], [25, -46], [-4, -74], [-33, -46]), p.accent) +
    print(box(-21, -40, 34, 44), panes(p, lamp)) +
    stroke('M-4-40V4', p.paper, 1.5) +
    print(grid([-92, -66, 66], -30, 9, 12), p.ink) +
    print(box(112, -24, 64, 28), p.paper) +
    print(cut([110, -22], [118, -46], [170, -46], [182, -22]), p.accent) +
    print(grid([126, 146], -14, 10, 18), panes(p, lamp)),
  // Kent: two round kilns, tarred cones, white cowls that turn their backs to the wind.
  oast: (p, lamp) => {
    const kiln = (x: number, h: number) =>
      print(box(x - 30, -h, 60, h + 4), p.accent) +
      print(box(x + 8, -h, 22, h + 4), p.ink, 0.34) +
      print(cut([x - 35, -h + 3], [x - 7, -h - 78], [x + 7, -h - 78], [x + 35, -h + 3]), p.ink) +
      print(cut([x - 24, -h - 2], [x - 5, -h - 74], [x - 1, -h - 74], [x - 10, -h - 2]), p.accent, 0.7) +
      print(
        cut([x - 8, -h - 76], [x - 7, -h - 92], [x + 6, -h - 112], [x + 13, -h - 108], [x + 8, -h - 76]),
        p.paper,
      ) +
      stroke(`M${x + 11}-${h + 108}l20-7`, p.paper, 2.4) +
      print(box(x - 14, -h + 22, 9, 14), panes(p, lamp)) +
      stroke(`M${x - 30}-${h - 3}h60`, p.paper, 2)
    return (
      print(box(-20, -58, 150, 62), p.accent) +
      print(box(-20, -30, 150, 34), p.paper) +
      courses(p, 'M-20-22H130M-20-12H130M-20-2H130') +
      print(cut([-30, -56], [-6, -104], [116, -104], [142, -56]), p.ink) +
      stroke('M-16-92H114M-20-80H122M-24-68H132', p.accent, 1.6, 0.7) +
      print(grid([8, 34, 60, 100], -48, 12, 14) + box(72, -24, 18, 28), panes(p, lamp)) +
      kiln(-98, 62) +
      kiln(-34, 70)
    )
  },
  lighthouse: (p, lamp) =>
    print(box(34, -30, 96, 34), p.paper) +
    print(cut([28, -28], [40, -52], [124, -52], [136, -28]), p.accent) +
    print(box(104, -62, 10, 16) + box(46, -62, 10, 16), p.paper) +
    print(grid([48, 76, 104], -20, 10, 13), panes(p, lamp)) +
    print(box(100, -30, 30, 34), p.ink, 0.2) +
    (lamp.lit
      ? print(
          cut([0, -184], [-1400, -290], [-1400, -120]) + cut([0, -184], [1400, -262], [1400, -130]),
          p.paper,
          0.2,
        )
      : '') +
    print(cut([-25, 6], [-15, -160], [15, -160], [25, 6]), p.paper) +
    print(cut([4, 6], [3, -160], [15, -160], [25, 6]), p.far, 0.5) +
    print(cut([-21.5, -50], [-19, -92], [19, -92], [21.5, -50]), p.accent) +
    print(cut([3, -50], [3, -92], [19, -92], [21.5, -50]), p.ink, 0.3) +
    print(box(-22, -168, 44, 8) + box(-12, -194, 24, 26), p.ink) +
    print(box(-8, -191, 16, 20), p.glow) +
    print(cut([-15, -193], [0, -212], [15, -193]), p.accent) +
    print(box(-4, -124, 8, 13) + box(-5, -12, 11, 18), p.ink),
  // Cotswolds: honey stone, three steep gables, and the church that the wool paid for.
  manor: (p, lamp) => {
    const gable = (x: number) =>
      print(cut([x - 30, 4], [x - 30, -52], [x, -98], [x + 30, -52], [x + 30, 4]), p.glow) +
      print(cut([x - 35, -48], [x, -104], [x + 35, -48], [x + 29, -48], [x, -94], [x - 29, -48]), p.paper) +
      print(
        grid([x - 17, x - 5, x + 7], -44, 9, 15) +
          grid([x - 17, x - 5, x + 7], -18, 9, 15) +
          box(x - 4, -72, 8, 12),
        lamp.lit ? p.paper : p.ink,
      )
    return (
      print(cut([150, 4], [150, -112], [196, -112], [196, 4]), p.glow) +
      print(box(178, -112, 18, 116), p.ink, 0.26) +
      print(
        cut(
          [148, -110],
          [148, -124],
          [155, -118],
          [162, -124],
          [169, -118],
          [177, -124],
          [184, -118],
          [191, -124],
          [198, -124],
          [198, -110],
        ),
        p.glow,
      ) +
      print(box(164, -98, 14, 24), p.ink) +
      stroke('M173-124V-146', p.ink, 2.5) +
      print(box(-112, -50, 224, 54), p.glow) +
      print(cut([-120, -48], [-100, -88], [100, -88], [120, -48]), p.mid) +
      courses(p, 'M-110-60H110M-106-70H106M-102-80H102') +
      print(box(-58, -116, 13, 32) + box(44, -116, 13, 32), p.glow) +
      gable(-78) +
      gable(0) +
      gable(78) +
      print(box(86, -50, 26, 54), p.ink, 0.22) +
      print(box(-46, -22, 12, 26), p.accent)
    )
  },
  // Welsh Marches: a long limewashed house under slate, and the abbey's west window standing open to the sky.
  cottage: (p, lamp) =>
    print(
      'M96 4V-66L138-118L180-66V4h-14V-50q-28-46-56 0V4z' +
        box(180, -40, 12, 44) +
        box(192, -22, 20, 26) +
        box(78, -52, 18, 56),
      p.paper,
    ) +
    print('M166 4V-50q-6-12-14-17l6-12L180-66V4z', p.ink, 0.28) +
    stroke('M138-84V-46M124-66v34', p.paper, 3) +
    print(box(-112, -40, 170, 44), p.paper) +
    print(box(26, -40, 32, 44), p.ink, 0.2) +
    print(cut([-120, -38], [-108, -78], [54, -78], [66, -38]), p.far) +
    print(cut([34, -78], [54, -78], [66, -38], [44, -38]), p.ink, 0.4) +
    courses(p, 'M-114-50H60M-111-60H58M-109-70H56') +
    print(box(-108, -96, 16, 24) + box(36, -96, 16, 24), p.paper) +
    print(box(-108, -98, 16, 4) + box(36, -98, 16, 4), p.accent) +
    print(grid([-94, -66, -14, 12], -26, 13, 13), panes(p, lamp)) +
    print(box(-40, -28, 14, 32), p.accent) +
    stroke('M-100-102q-12-20 4-36t2-42', p.paper, 7, 0.6),
  // Yorkshire: a low larch-clad winery, sawtooth lights on the roof, one long window to the vines.
  winery: (p, lamp) =>
    print(box(-150, -46, 300, 50), p.accent) +
    stroke([...Array(21).keys()].map((i) => `M${-145 + i * 14.5}-46V4`).join(''), p.ink, 1.4, 0.5) +
    print(
      cut(
        [-158, -44],
        [-158, -54],
        [-118, -88],
        [-118, -54],
        [-70, -88],
        [-70, -54],
        [-22, -88],
        [-22, -54],
        [26, -88],
        [26, -54],
        [74, -88],
        [74, -54],
        [122, -88],
        [122, -54],
        [158, -54],
        [158, -44],
      ),
      p.ink,
    ) +
    print(
      [-118, -70, -22, 26, 74, 122].map((x) => box(x - 7, -80, 5, 24)).join(''),
      lamp.lit ? p.glow : p.paper,
    ) +
    print(box(-110, -34, 178, 38), lamp.lit ? p.glow : p.paper) +
    stroke('M-80-34V4M-50-34V4M-20-34V4M10-34V4M40-34V4', p.ink, 2.4) +
    print(box(88, -32, 40, 36), p.ink) +
    print(
      box(166, -84, 26, 88) +
        'M166-84a13 10 0 0 1 26 0z' +
        box(198, -70, 22, 74) +
        'M198-70a11 9 0 0 1 22 0z',
      p.paper,
    ) +
    print(box(182, -84, 10, 88) + box(212, -70, 8, 74), p.ink, 0.28),
}
