// The nine colours of a picture. The season decides the colours of the land. The time of day decides the colours
// of the air, which tint the land.
import { mix, type Dice } from './ink.ts'

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'
export type TimeOfDay = 'dawn' | 'noon' | 'dusk'
export type Palette = {
  paper: string // chalk: clouds, walls, frost
  sky: string
  glow: string // low sky, sun, lit windows
  far: string // distant hills, sea
  mid: string // middle hills
  field: string // grass between the rows
  leaf: string // canopy in the light
  ink: string // key block: canopy in the shade, hedges, the foreground
  accent: string // claret or ochre: roofs, poppies
}

const land: Record<Season, { field: string; leaf: string; mid: string; ink: string; accent: string }> = {
  spring: { field: '#a9bf72', leaf: '#d3dc86', mid: '#8fae84', ink: '#2c5142', accent: '#a8503f' },
  summer: { field: '#a3ae57', leaf: '#6c9747', mid: '#7c9f78', ink: '#1d4238', accent: '#9c3b3b' },
  autumn: { field: '#c9a24e', leaf: '#e0a02f', mid: '#a29a6b', ink: '#402b33', accent: '#8a2536' },
  winter: { field: '#d9e2e4', leaf: '#f3f3ec', mid: '#a3b4b8', ink: '#2b3a48', accent: '#8f4a45' },
}

const air: Record<
  TimeOfDay,
  { paper: string; sky: string; glow: string; far: string; tint: string; share: number; night: number }
> = {
  dawn: {
    paper: '#fbf1e2',
    sky: '#a9bfc6',
    glow: '#f3c58f',
    far: '#8fa3b4',
    tint: '#f0b98a',
    share: 0.16,
    night: 0.05,
  },
  noon: {
    paper: '#f8f4e6',
    sky: '#8fb4c4',
    glow: '#f0d58c',
    far: '#7e9db0',
    tint: '#f8f4e6',
    share: 0,
    night: 0,
  },
  dusk: {
    paper: '#f7e3c8',
    sky: '#53667f',
    glow: '#e8965a',
    far: '#6a6a86',
    tint: '#5a4767',
    share: 0.26,
    night: 0.3,
  },
}

/** The values that all parts of a picture share. `sun` is -1 when the light comes from the left, otherwise 1. */
export type DrawnScene = { palette: Palette; season: Season; time: TimeOfDay; sun: -1 | 1; roll: Dice }

export function palette(season: Season, time: TimeOfDay): Palette {
  const [l, a] = [land[season], air[time]]
  const warm = (colour: string, share = season === 'winter' ? a.share * 0.5 : a.share) =>
    mix(colour, a.tint, share)
  return {
    paper: a.paper,
    sky: season === 'winter' ? mix(a.sky, '#c3ced3', 0.35) : a.sky,
    glow: season === 'winter' ? mix(a.glow, '#f2e3d5', 0.35) : a.glow,
    far: mix(a.far, l.mid, 0.12),
    mid: mix(warm(l.mid, a.share * 1.5), a.far, 0.25),
    field: warm(l.field),
    leaf: warm(l.leaf, a.share * 0.6),
    ink: mix(l.ink, '#1b1f3a', a.night),
    accent: mix(l.accent, a.tint, a.share * 0.4),
  }
}
