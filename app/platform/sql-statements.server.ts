import postgres from 'postgres'

import type { Sql } from './database.server.ts'

export type MigrationConnection = Awaited<ReturnType<Sql['reserve']>>

/** A statement from its first word on, and the 1-based line of that word in its file. */
export type SqlStatement = { text: string; line: number }

// Comments, strings, quoted names, dollar quotes and bodies of SQL functions, in which a semicolon ends nothing.
const opaque =
  /--.*|\/\*[\s\S]*?\*\/|\be'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"[^"]*"|\$(?<tag>[a-z_]\w*)?\$[\s\S]*?\$\k<tag>\$|\bbegin\s+atomic\b[\s\S]*?^end(?=;)/gimu

/** The statements of an SQL file in order. The `end` of a `begin atomic` body must start its line. */
export function splitStatements(text: string): SqlStatement[] {
  const visible = text.replace(opaque, (piece) => ' '.repeat(piece.length))
  const ends = [...visible.matchAll(/;/g)].map(({ index }) => index + 1)
  return [...ends, text.length].flatMap((end, index) => {
    const from = ends[index - 1] ?? 0
    const start = from + (/^(\s|--.*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from, end))?.[0].length ?? 0)
    return start < end ? [{ text: text.slice(start, end), line: lineAt(text, start) }] : []
  })
}

/** The 1-based line of an index into a text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** Runs one statement of a file. Throws a sentence that names the file and the line if it fails. */
export async function runStatement(
  connection: MigrationConnection,
  file: string,
  { text, line }: SqlStatement,
) {
  try {
    await connection.unsafe(text).simple()
  } catch (error) {
    if (!(error instanceof postgres.PostgresError))
      throw new Error(`${file} failed: ${String(error)}.`, { cause: error })
    // Postgres counts characters, not UTF-16 units, and gives a position only for what its parser finds.
    const before = [...text].slice(0, Number(error.position ?? 1) - 1)
    const failed = line + before.filter((character) => character === '\n').length
    const more = [error.detail, error.hint].filter(Boolean).map((sentence) => ` ${sentence}`)
    throw new Error(`${file} failed at line ${failed}: ${error.message}.${more.join('')}`, { cause: error })
  }
}
