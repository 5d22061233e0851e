import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { lineAt } from './sql-statements.server.ts'

/** `name` as messages and the database name it: a migration's file name, or `functions/bookings.sql`. */
export type SqlFile = { name: string; text: string; sha256: string }

/**
 * The migrations of a folder in order, `0001_platform.sql` onwards.
 * Throws a sentence naming the file if a name, the numbering or a transaction in a file is wrong.
 */
export async function readMigrations(folder: string): Promise<SqlFile[]> {
  const files = await readSqlFiles(folder, '')
  for (const [index, { name, text }] of files.entries()) {
    const number = String(index + 1).padStart(4, '0')
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      throw new Error(`Migration ${name} is not named like 0001_some_words.sql.`)
    if (!name.startsWith(number))
      throw new Error(`Migration ${number} is missing or there twice: found ${name} in its place.`)
    refuseTransaction(name, text)
  }
  return files
}

/** The files of functions in a folder, none if there is no folder. */
export async function readFunctionFiles(folder: string): Promise<SqlFile[]> {
  const files = await readSqlFiles(folder, 'functions/').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const { name, text } of files) refuseTransaction(name, text)
  return files
}

async function readSqlFiles(folder: string, prefix: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may change the line ends, which makes no other file.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name: prefix + name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function refuseTransaction(name: string, text: string): void {
  const own = /^\s*(begin|commit|rollback|start transaction)\s*;/im.exec(text)
  if (!own) return
  const line = lineAt(text, text.indexOf(own[1] ?? '', own.index))
  throw new Error(`${name} has a transaction of its own at line ${line}; all files run in one already.`)
}
