import { formatTime, type Time } from '../platform/days.ts'

/**
 * Opening: what an unbooked stop for an experience can be booked for on its day. `free`: the start that is planned has
 * places. `choose`: no start is planned, and these have places. `full` and `gone`: the start that is planned has too few
 * places or is no longer offered; these others have. `party`: it never takes so many, or so few.
 */
export type Opening =
  | { kind: 'free' }
  | { kind: 'party' }
  | { kind: 'choose' | 'full' | 'gone'; starts: Time[] }

type Start = { start_time: Time; remaining: number }

/** The opening of a stop among the starts of its day. */
export function openingOf(
  planned: Time | null,
  starts: Start[],
  party: number,
  group: { least: number; most: number },
): Opening {
  if (party < group.least || party > group.most) return { kind: 'party' }
  const wanted = starts.find(({ start_time }) => start_time === planned)
  if (wanted && wanted.remaining >= party) return { kind: 'free' }
  const open = starts.filter(({ remaining }) => remaining >= party).map(({ start_time }) => start_time)
  if (planned === null) return { kind: 'choose', starts: open }
  return { kind: wanted ? 'full' : 'gone', starts: open }
}

/** What it says of itself, and whether that is bad news. */
export function openingSentence(
  opening: Opening,
  planned: Time | null,
  party: number,
): { text: string; isBad: boolean } {
  const you = party === 1 ? 'you' : `the ${party} of you`
  if (opening.kind === 'free') return { text: `It has places for ${you}.`, isBad: false }
  if (opening.kind === 'party') return { text: `It does not take a party of ${party}.`, isBad: true }
  const { kind, starts } = opening
  const others = starts.map(formatTime)
  if (kind === 'choose')
    return others.length > 0
      ? { text: `It has places for ${you} at ${orList(others)}.`, isBad: false }
      : { text: `It has no places for ${you} on that day. Another day may have some.`, isBad: true }
  const start = planned === null ? 'Its start' : formatTime(planned)
  const lost =
    kind === 'full' ? `${start} no longer has places for ${you}.` : `${start} can not be booked on that day.`
  const instead =
    others.length > 0
      ? ` There are places at ${orList(others)}.`
      : ' No other time of that day has places either; another day may.'
  return { text: lost + instead, isBad: true }
}

function orList(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
