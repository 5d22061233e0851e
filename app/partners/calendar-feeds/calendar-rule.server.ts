import { RRuleTemporal } from 'rrule-temporal'

/** The number of repetitions after which the library gives up. It is enough for hourly repetitions over five years. */
export const ruleLimits = { maxIterations: 50_000, maxCandidateEvaluations: 50_000 }

/** Thrown when an entry repeats so often that its occurrences cannot be listed. */
export class Endless extends Error {}

/** The parts of a rule in RFC 5545 §3.3.10 and RFC 7529 §4. The library ignores other parts, such as BYEASTER. */
const knownParts = new Set(
  'FREQ UNTIL COUNT INTERVAL BYSECOND BYMINUTE BYHOUR BYDAY BYMONTHDAY BYYEARDAY BYWEEKNO BYMONTH BYSETPOS WKST RSCALE SKIP'.split(
    ' ',
  ),
)

type Wall = Temporal.PlainDateTime

/**
 * Returns the wall-clock times in a range at which an RRULE repeats a start (RFC 5545 §3.3.10). Throws if the rule
 * cannot be read, and throws `Endless` if the rule repeats too often.
 */
export function expandRule(
  rule: string,
  start: Wall,
  { from, until }: { from: Wall; until: Wall },
  toWall: (instant: number) => Wall,
): Wall[] {
  const parts = rule.slice(0, 2000).replaceAll(/\s/g, '').toUpperCase().split(';').filter(Boolean)
  const names = parts.map((part) => part.split('=', 1)[0] ?? '')
  if (new Set(names).size < names.length) throw new RangeError('A part of the rule occurs twice.')
  if (names.some((name) => !knownParts.has(name) && !name.startsWith('X-')))
    throw new RangeError('A part of the rule is unknown.')
  const last = parts.find((part) => part.startsWith('UNTIL='))
  const end = last && readUntil(last.slice('UNTIL='.length), toWall)
  if (end && Temporal.PlainDateTime.compare(end, from) < 0) return []
  // The library receives wall-clock times as if they were UTC. The caller converts the results with the entry's zone.
  const rest = parts.filter((part) => part !== last)
  const ends = end ? [`UNTIL=${end.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}Z`] : []
  try {
    return new RRuleTemporal({
      rruleString: [...rest, ...ends].join(';'),
      dtstart: start.toZonedDateTime('UTC'),
      temporal: Temporal,
      ...ruleLimits,
    })
      .between(from.toZonedDateTime('UTC'), until.toZonedDateTime('UTC'), true)
      .map((each) => each.toPlainDateTime())
  } catch (error) {
    throw error instanceof Error && error.message.startsWith('Maximum') ? new Endless() : error
  }
}

/** Returns the last wall-clock time of a rule. An UNTIL without a time includes its whole day. */
function readUntil(value: string, toWall: (instant: number) => Wall): Wall {
  const [, day, time, utc] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(value) ?? []
  const wall = Temporal.PlainDateTime.from(`${day}T${time ?? '235959'}`)
  return utc ? toWall(wall.toZonedDateTime('UTC').epochMilliseconds) : wall
}
