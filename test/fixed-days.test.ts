import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { listTexts } from './sources.ts'

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const fixedDay = new RegExp(
  [
    String.raw`(?<![\d-])(?:19|20)\d\d-[01]\d-[0-3]\d`,
    String.raw`(?<!\d)[0-3]?\d([/.])[01]?\d\1(?:19|20)\d\d(?!\d)`,
    String.raw`(?<!\d)[0-3]?\d(?:st|nd|rd|th)? ${month},? 20\d\d`,
    String.raw`\b${month} [0-3]?\d,? 20\d\d`,
  ].join('|'),
  'gi',
)

/** The days that may stay in texts, by file, each with the reason. */
const lasting: Record<string, Record<string, string>> = {
  'app/platform/api/samples.ts': {
    '2000-01-01': 'a placeholder: the OpenAPI document shows a real day instead',
  },
  'app/partners/calendar-feeds/calendar-series.server.ts': {
    '2026-01-01': 'an arbitrary day: without a time zone, every day has 24 hours',
  },
  'app/moving-in/bookings/moments.server.ts': { '1899-12-30': 'day 0 of Excel' },
  'app/bookings/emails/send-email.api.ts': { 'January 1, 2024': 'quoted from the specification' },
  'docs/guide/run/containers.md': { '2026-06-01': 'the name of a backup, which is in the past' },
  'docs/guide/run/backups.md': {
    '2026-06-01': 'the name of a backup, which is in the past',
    '2026-05-31': 'the name of a backup, which is in the past',
  },
  'docs/guide/run/tests.md': { '2026-06-01': 'the name of a backup, which is in the past' },
}

test('the product’s texts contain only those fixed days that are listed here with a reason', () => {
  const sources = globSync('{app,server}/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.|\.generated\./.test(path),
  )
  const pages = globSync(['docs/guide/**/*.md', 'docs/examples/*', 'README.md', 'deploy/**/*.{conf,sh,yaml}'])
  const texts = [
    ...sources.flatMap((path) => {
      const text = readFileSync(path, 'utf8')
      // Only files that contain a day are parsed, because parsing all files would take seconds.
      return text.search(fixedDay) < 0 ? [] : [{ path, text: listTexts(path, text).join('\n') }]
    }),
    ...pages.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  ]
  const found = texts.flatMap(({ path, text }) =>
    [...new Set(text.match(fixedDay))]
      .filter((day) => lasting[path]?.[day] === undefined)
      .map((day) => `${path}: ${day}`),
  )
  expect(sources.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test('finds a fixed day in each kind of text', () => {
  const code = `const a = '28/11/2026'; const b = \`\${a} 2026-11-28\`; const c = <p title="28 Nov 2026">November 28, 2026</p>`
  const days = listTexts('x.tsx', `// 1 May 2026\n${code}`).join('\n').match(fixedDay)
  expect(days?.toSorted()).toEqual(['2026-11-28', '28 Nov 2026', '28/11/2026', 'November 28, 2026'])
})
