import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { accentShades, accentStyle, contrast, leastContrast } from './accent.ts'

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
const ink = { light: ['#192620', '#48574e'], dark: ['#eceee6', '#afb5a9'] }

test('any accent colour gives readable text, buttons and pale backgrounds, in light and in dark', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (chosen, scheme) => {
      const { accent, hover, wash, onFill, grounds } = accentShades(chosen, scheme)
      for (const ground of [...grounds, wash]) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5)
      for (const fill of [accent, hover]) expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(4.5)
      for (const text of ink[scheme]) expect(contrast(text, wash)).toBeGreaterThanOrEqual(leastContrast)
    }),
    {
      numRuns: 2000,
      examples: [
        ['#ffffff', 'light'],
        ['#000000', 'dark'],
        ['#808080', 'light'],
        ['#ffff00', 'light'],
      ],
    },
  )
})

test('a colour with enough contrast is not changed', () => {
  expect(accentShades('#6b2148', 'light').accent).toBe('#6b2148')
  expect(accentShades('#f2c4d4', 'dark').accent).toBe('#f2c4d4')
})

test('the background and text colours match tokens.css, and the style sheet needs no escaping', () => {
  const tokens = readFileSync('app/ui/theme/tokens.css', 'utf8')
  for (const scheme of ['light', 'dark'] as const) {
    const { grounds, onFill } = accentShades('#123456', scheme)
    for (const ground of [...grounds, onFill]) expect(tokens).toContain(`/* ${ground}`)
  }
  expect(accentStyle('#123456')).not.toMatch(/[<"'&]/)
})
