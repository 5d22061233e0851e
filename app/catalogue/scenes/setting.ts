// The hour, season and inks of a scene. Kind and seed decide everything.
import { mix } from '../../platform/media/drawing/ink.ts'
import type { TimeOfDay } from '../../platform/media/drawing/palette.ts'
import type { Plan } from '../posters/plan.ts'

export type Hour = 'morning' | 'noon' | 'golden' | 'dusk'
/**
 * The plan of a scene: a poster's plan, with the hour and the inks of people and things. Functions that draw posters accept
 * this plan, too.
 */
export type Setting = Plan & { hour: Hour; dye: ReturnType<typeof dyesOf>; warm: (colour: string) => string }

/** The light of an hour. `skies` are the possible colours of the sky, each with its glow. */
type HourStyle = {
  time: TimeOfDay
  skies: readonly (readonly [string, string])[]
  tint: string
  share: number
}
export const hourStyles: Record<Hour, HourStyle> = {
  morning: {
    time: 'dawn',
    tint: '#f0b98a',
    share: 0.08,
    skies: [
      ['#a9c4c6', '#f4d9a4'],
      ['#b5cdc8', '#f4dfa6'],
      ['#bab7cd', '#f5cfb6'],
      ['#9fc0bd', '#f2d694'],
    ],
  },
  noon: {
    time: 'noon',
    tint: '#f8f4e6',
    share: 0,
    skies: [
      ['#8fb4c4', '#f0d58c'],
      ['#7fb0c4', '#f0d58c'],
      ['#c4dbd6', '#f4e3ac'],
      ['#5f96b0', '#e9d9a4'],
    ],
  },
  golden: {
    time: 'dawn',
    tint: '#e0914f',
    share: 0.12,
    skies: [
      ['#6f9ba0', '#f7cf8a'],
      ['#9db8ab', '#f8cd7c'],
      ['#c79f98', '#f8cf96'],
    ],
  },
  dusk: {
    time: 'dusk',
    tint: '#5a4767',
    share: 0.22,
    skies: [
      ['#53667f', '#e8965a'],
      ['#6f6a8c', '#f0aa8c'],
      ['#7d6d8a', '#f2b784'],
    ],
  },
}

/** Returns the inks of people and things. The light of the hour tints them. */
export function dyesOf({ tint, share }: HourStyle, warm: (colour: string) => string, chalk: string) {
  return {
    claret: warm('#8a2138'),
    straw: warm('#e2b456'),
    slate: warm('#4d7288'),
    rust: warm('#bf6a45'),
    sage: warm('#8fae84'),
    night: warm('#22404a'),
    chalk,
    wood: warm('#a8764c'),
    plank: warm('#cf9f6b'),
    red: mix('#7a1430', tint, share * 0.5),
    white: mix('#ecd27c', tint, share * 0.5),
  }
}
