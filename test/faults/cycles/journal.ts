import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A fact that a client knows. `key` is the Idempotency-Key of a booking, or the id of a hold or of a reseller's
 * booking. `sent` is recorded before the first request. A key without an outcome belongs to an interrupted cycle.
 */
export type Fact =
  | { fact: 'sent' | 'refused'; key: string }
  | { fact: 'booked'; key: string; id: string | null; guests: number }
  | ({ fact: 'state'; key: string } & Partial<State>)
  | { fact: 'held'; id: string }
  | { fact: 'released'; id: string }
  | { fact: 'marked' | 'paid'; key: string; booking: string; amount?: number }
  /** An answer that is wrong whichever fault was caused. */
  | { fact: 'wrong'; text: string }

/** The last known state of a booking. */
export type State = { status: string; date: string; arrived: number | null }

/** Opens the file with the facts of all cycles. The file survives an interruption. */
export function openJournal(folder: string) {
  const file = join(folder, 'journal.jsonl')
  const facts: Fact[] = linesOf<Fact>(file)
  return {
    facts,
    note: (fact: Fact) => {
      facts.push(fact)
      appendFileSync(file, `${JSON.stringify(fact)}\n`)
    },
  }
}
export type Journal = ReturnType<typeof openJournal>

/** Returns the values in a file of JSON lines. A last line that an interruption has cut off is ignored. */
export function linesOf<Line>(file: string): Line[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index, all) => {
      if (line === '') return []
      try {
        return [JSON.parse(line) as Line]
      } catch (error) {
        if (index >= all.length - 2) return []
        throw error
      }
    })
}
