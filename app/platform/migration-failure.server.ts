import postgres from 'postgres'

import type { Sql } from './database.server.ts'

export type MigrationConnection = Awaited<ReturnType<Sql['reserve']>>

/**
 * The line of `text` at which it failed with `failure`, null where that cannot be told. Postgres gives a position only
 * for what its parser finds. For the rest the statements are run once more, one at a time, and rolled back; a
 * second run that fails otherwise proves nothing.
 */
export async function lineOfFailure(
  connection: MigrationConnection,
  text: string,
  failure: postgres.PostgresError,
) {
  if (failure.query === text && failure.position) return lineAt(text, Number(failure.position))
  // Cancelled, out of time or out of room: once was enough.
  if (/^(57|55|53)/.test(failure.code)) return null
  let start = 0
  try {
    await connection`begin`
    for (const statement of splitStatements(text)) {
      await connection.unsafe(statement).simple()
      start += statement.length
    }
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.message !== failure.message) return null
    const blank = /^(\s|--.*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(start))?.[0].length ?? 0
    return text.slice(0, start + blank).split('\n').length
  } finally {
    await connection`rollback`.catch(() => undefined)
  }
  return null
}

/** The 1-based line of a 1-based position; Postgres counts characters, not UTF-16 units. */
export function lineAt(text: string, position: number): number {
  return [...text].slice(0, position - 1).filter((character) => character === '\n').length + 1
}

// Comments, strings, quoted names and dollar quotes, in which a semicolon ends nothing.
const opaque =
  /--.*|\/\*[\s\S]*?\*\/|\be'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"[^"]*"|\$(?<tag>[a-z_]\w*)?\$[\s\S]*?\$\k<tag>\$/giu

/** The pieces of `text` after each semicolon; joined they are the text. */
function splitStatements(text: string): string[] {
  const visible = text.replace(opaque, (piece) => ' '.repeat(piece.length))
  const ends = [...visible.matchAll(/;/g)].map(({ index }) => index + 1)
  return [0, ...ends].map((start, index) => text.slice(start, ends[index]))
}
