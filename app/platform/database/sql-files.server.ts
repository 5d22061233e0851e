import postgres from 'postgres'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readdir, readFile } from 'node:fs/promises'

import type { Sql } from './database.server.ts'

/**
 * An SQL file. `name` identifies the file in messages and in the database: `0001_platform.sql` for a migration,
 * `functions/bookings.sql` for functions.
 */
export type SqlFile = { name: string; text: string; sha256: string }

/**
 * Returns the migrations of a folder in order, from `0001_platform.sql` on.
 * Throws a sentence that names the file if its name or number is wrong, or if the file begins or ends a transaction.
 */
export async function readMigrations(folder: string): Promise<SqlFile[]> {
  const files = await readSqlFiles(folder, '')
  for (const [index, { name }] of files.entries()) {
    const number = String(index + 1).padStart(4, '0')
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      throw new Error(`Migration ${name} is not named like 0001_some_words.sql.`)
    if (!name.startsWith(number))
      throw new Error(`Migration ${name} is out of order: expected a file whose name begins with ${number}.`)
  }
  return files
}

/** Returns the files of functions in a folder; none if the folder does not exist. */
export async function readFunctionFiles(folder: string): Promise<SqlFile[]> {
  return existsSync(folder) ? readSqlFiles(folder, 'functions/') : []
}

async function readSqlFiles(folder: string, prefix: string): Promise<SqlFile[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      // Restores the line ends, which a checkout on Windows may change, so that the hash stays the same.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const own = /^\s*(begin|commit|rollback|start transaction)\s*;/im.exec(text)
      if (own) {
        const line = lineAt(text, text.indexOf(own[1] ?? '', own.index))
        throw new Error(
          `${prefix}${name} has a transaction of its own at line ${line}; all files already run in one transaction.`,
        )
      }
      return { name: prefix + name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

export type MigrationConnection = Awaited<ReturnType<Sql['reserve']>>

/** A statement from its first word on, and the 1-based line of that word in its file. */
export type SqlStatement = { text: string; line: number }

// Comments, strings, quoted names, dollar quotes and bodies of SQL functions: a semicolon inside them ends no statement.
const opaque =
  /--.*|\/\*[\s\S]*?\*\/|\be'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"[^"]*"|\$(?<tag>[a-z_]\w*)?\$[\s\S]*?\$\k<tag>\$|\bbegin\s+atomic\b[\s\S]*?^end(?=;)/gimu

/** Returns the statements of an SQL file in order. The `end` of a `begin atomic` body must be at the start of its line. */
export function splitStatements(text: string): SqlStatement[] {
  const visible = text.replace(opaque, (piece) => ' '.repeat(piece.length))
  const ends = [...visible.matchAll(/;/g)].map(({ index }) => index + 1)
  return [...ends, text.length].flatMap((end, index) => {
    const from = ends[index - 1] ?? 0
    const start = from + (/^(\s|--.*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from, end))?.[0].length ?? 0)
    return start < end ? [{ text: text.slice(start, end), line: lineAt(text, start) }] : []
  })
}

/** Returns the 1-based line of an index into a text. */
function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** Runs one statement of a file. If the statement fails, throws a sentence that names the file and the line. */
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
    // Postgres counts characters, not UTF-16 units, and gives a position only for errors that its parser finds.
    const before = [...text].slice(0, Number(error.position ?? 1) - 1)
    const failed = line + before.filter((character) => character === '\n').length
    const more = [error.detail, error.hint].filter(Boolean).map((sentence) => ` ${sentence}`)
    throw new Error(`${file} failed at line ${failed}: ${error.message}.${more.join('')}`, { cause: error })
  }
}
