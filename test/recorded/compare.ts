import type { Outcome } from './turn.ts'

type Line = { market: number; step: number; question: string; operation?: string; answer: unknown }

const parse = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/**
 * Returns the first difference of each market and question as a line of text; for outcomes, which are never repeated, every
 * step that differs. `numbers` are those of the markets to compare.
 */
export function compareRecords(recorded: string, present: string, numbers: number[]): string[] {
  const [before, after] = [byQuestion(recorded, numbers), byQuestion(present, numbers)]
  const found: { market: number; step: number; text: string }[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key) ?? [], after.get(key) ?? []]
    const { market, question } = (was[0] ?? is[0]) as Line
    const steps = [...new Set([...was, ...is].map(({ step }) => step))].toSorted((a, b) => a - b)
    for (const step of steps) {
      const [a, b] = [answerAt(was, step), answerAt(is, step)]
      const difference = firstDifference(a?.answer, b?.answer, '')
      if (difference === null) continue
      const operation = a?.operation ?? b?.operation
      const where = `market ${market}, step ${step}, ${question}${operation ? ` (${operation})` : ''}`
      found.push({ market, step, text: `${where}: ${difference}` })
      if (question !== 'outcome') break
    }
  }
  return found.toSorted((a, b) => a.market - b.market || a.step - b.step).map(({ text }) => text)
}

function byQuestion(text: string, numbers: number[]): Map<string, Line[]> {
  const lines = parse(text).filter(({ market }) => numbers.includes(market))
  return Map.groupBy(lines, ({ market, question }) => `${market} ${question}`)
}

/** The answer at a step is the last one recorded until then. */
function answerAt(lines: Line[], step: number): Line | undefined {
  return lines.findLast((line) => line.step <= step)
}

/** Says where two answers differ first, and how; null if they are equal. */
function firstDifference(was: unknown, is: unknown, path: string): string | null {
  if (Object.is(was, is)) return null
  if (isObject(was) && isObject(is) && Array.isArray(was) === Array.isArray(is)) {
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const inner = firstDifference(was[key], is[key], `${path}.${key}`)
      if (inner !== null) return inner
    }
    return null
  }
  return `${path.slice(1) || 'answer'} was ${short(was)}, is ${short(is)}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** Days, prices and sizes, which would split the count of one event. */
const details = /\w+day \d+ \w+ \d{4}( at [\d:]+ [AP]M)?|£[\d.]+|\d+ to \d+|\d+ places?/g

/** Counts the outcomes of all operations by what was asked, status and message, and the reasons why days were unavailable. */
export function countEvents(text: string): [event: string, count: number][] {
  const counts = new Map<string, number>()
  const count = (event: string) => counts.set(event, (counts.get(event) ?? 0) + 1)
  for (const { question, answer } of parse(text)) {
    if (question === 'outcome') for (const outcome of answer as Outcome[]) eventsOf(outcome).forEach(count)
    if (question.startsWith('unavailable reasons'))
      for (const { kind } of (answer as { reasons: { kind: string }[] }).reasons ?? [])
        count(`reason: ${kind}`)
  }
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function eventsOf({ what, status, body }: Outcome): string[] {
  const shown = isObject(body) ? body : { title: body ?? '' }
  if (what === 'the worker')
    return Object.entries(shown).flatMap(([job, rows]) => (Number(rows) > 0 ? [`the worker: ${job}`] : []))
  if (Array.isArray(shown.rows))
    return (shown.rows as { outcome: string }[]).map(({ outcome }) => `${what}: row ${outcome}`)
  if (Array.isArray(shown.starts))
    return [
      `${what}: ${status}`,
      ...(JSON.stringify(shown).includes('"skipped":true') ? [`${what}: a skipped start`] : []),
    ]
  const message = shown.title ?? shown.errorMessage ?? (typeof shown.status === 'string' ? shown.status : '')
  return [`${what}: ${status || ''} ${String(message).replaceAll(details, '…')}`.trim()]
}
