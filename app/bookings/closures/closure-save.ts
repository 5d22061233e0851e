import { problemSentence, resultOf } from '../../people/desk/call.ts'
import { apiAt, type Desk } from '../../people/desk/desk.ts'
import type { closureApi } from './closure.api.ts'
import type { ShownException } from './exception.ts'

export const closuresAt = (desk: Desk) => apiAt<typeof closureApi>(desk, '/api/availability_exceptions')

export type WantedException = Omit<ShownException, 'id' | 'source'>

/** What came of closing or opening. `met`: bookings stand there, and somebody has to say what becomes of them. */
export type ClosureOutcome = {
  said: string | null
  refused: boolean
  fields: Record<string, string>
  met: { bookings: number; guests: number } | null
  wanted: WantedException | null
  /** What was taken away, so that it can be put back. */
  removed: WantedException | null
}

const nothing: ClosureOutcome = {
  said: null,
  refused: false,
  fields: {},
  met: null,
  wanted: null,
  removed: null,
}

/** Closes days or hours, or gives them other places; over bookings only once it is said what becomes of them. */
export async function addExceptionAt(
  desk: Desk,
  wanted: WantedException,
  bookings: 'keep' | 'cancel' | undefined,
): Promise<ClosureOutcome> {
  const json = { ...wanted, ...(bookings && { bookings }) }
  const added = await resultOf(closuresAt(desk).index.$post({ json }))
  if (added.ok) {
    const { bookings: parties } = added.value
    const told = parties === 1 ? '1 booking is' : `${parties} bookings are`
    const fate =
      parties === 0 || wanted.capacity !== null
        ? ''
        : bookings === 'cancel'
          ? ` ${told} cancelled, and the guests are written to.`
          : ` ${told} kept.`
    return {
      ...nothing,
      said: `${wanted.capacity === null ? 'It is closed.' : 'The places are changed.'}${fate}`,
    }
  }
  const { problem } = added
  if (problem.kind === 'refused' && typeof problem.said.guests === 'number')
    return {
      ...nothing,
      refused: true,
      wanted,
      met: { bookings: Number(problem.said.bookings), guests: problem.said.guests },
    }
  const fields = problem.kind === 'refused' ? inWords(problem.fields) : {}
  return { ...nothing, refused: true, said: Object.values(fields)[0] ?? problemSentence(problem), fields }
}

/** Opens again what was closed. */
export async function removeExceptionAt(desk: Desk, exception: ShownException): Promise<ClosureOutcome> {
  const { id, source: _, ...removed } = exception
  const done = await resultOf(closuresAt(desk)[':id'].$delete({ param: { id } }))
  if (done.ok) return { ...nothing, said: 'The exception is taken away.', removed }
  return { ...nothing, refused: true, said: problemSentence(done.problem) }
}

const labels: Record<string, string> = {
  starts_on: 'The first day',
  ends_on: 'The last day',
  from_time: 'The first hour',
  until_time: 'The last hour',
  capacity: 'The number of places',
  reason: 'The reason',
}

function inWords(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => [
      field,
      Object.keys(labels).reduce((words, name, n) => {
        const label = labels[name] ?? name
        return words.replace(name, n === 0 || words.startsWith(name) ? label : label.toLowerCase())
      }, sentence),
    ]),
  )
}
