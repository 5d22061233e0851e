// Adjusts a vineyard's accent colour to the contrast that text needs (WCAG 2.2, 1.4.3). The colour keeps its
// hue. It is made darker for light pages, and lighter for dark pages, until text in this colour and text on
// this colour can be read.

import { mix } from '../../platform/media/drawing/ink.ts'

type Rgb = [red: number, green: number, blue: number]

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

/** The least contrast between text and its background. */
export const leastContrast = 4.5

/**
 * For each scheme, the backgrounds of text in the accent colour, and the colour of text on the accent colour
 * (`onFill`), as in `ui/theme/tokens.css`.
 */
const schemes = {
  light: { grounds: ['#f7f8f4', '#fefefc', '#eaece3'], onFill: '#fafbf6', towards: '#000000' },
  dark: { grounds: ['#0d1612', '#15201b', '#070f0c'], onFill: '#091a11', towards: '#ffffff' },
} as const
export type Scheme = keyof typeof schemes

/** The colours that replace the site's own colours in one scheme. */
export type AccentShades = { accent: string; hover: string; wash: string; onFill: string; grounds: string[] }

export function accentShades(colour: string, scheme: Scheme): AccentShades {
  const { grounds, onFill, towards } = schemes[scheme]
  const wash = mix(grounds[1], colour, 0.12)
  const readable = (shade: string) =>
    [...grounds, wash, onFill].every((other) => contrast(shade, other) >= leastContrast)
  const steps = Array.from({ length: 51 }, (_, n) => mix(colour, towards, n / 50))
  const accent = steps.find(readable) ?? towards
  return { accent, hover: mix(accent, towards, 0.2), wash, onFill, grounds: [...grounds] }
}

/** Returns the style sheet that gives a page the accent colour, in both colour schemes or in one. */
export function accentStyle(colour: string, scheme: Scheme | null = null): string {
  if (scheme !== null) return rulesOf(colour, scheme)
  return `${rulesOf(colour, 'light')}@media screen and (prefers-color-scheme: dark){${rulesOf(colour, 'dark')}}`
}

function rulesOf(colour: string, scheme: Scheme): string {
  const { accent, hover, wash, onFill } = accentShades(colour, scheme)
  const values = {
    '--vine': accent,
    '--vine-fill': accent,
    '--vine-wash': wash,
    '--on-vine': onFill,
    '--claret': accent,
    '--claret-fill': accent,
    '--claret-hover': hover,
    '--on-fill': onFill,
  }
  return `:root{${Object.entries(values)
    .map((value) => value.join(':'))
    .join(';')}}`
}

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb
}
