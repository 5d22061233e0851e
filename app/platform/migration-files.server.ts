import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { lineAt } from './migration-failure.server.ts'

export type MigrationFile = { name: string; text: string; sha256: string }

/**
 * The numbered files of a folder in their order, `0001_first.sql` onwards. Other kinds of files may lie beside them.
 * Throws a sentence naming the file when a name, the numbering or a file's own transaction is wrong.
 */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = String(index + 1).padStart(4, '0')
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
        throw new Error(`Migration ${name} is not named like 0001_some_words.sql.`)
      if (!name.startsWith(number))
        throw new Error(`Migration ${number} is missing or twice there: found ${name} in its place.`)
      // A checkout on Windows may turn the line ends; the file is the same.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const own = /^\s*(begin|commit|rollback|start transaction)\s*;/im.exec(text)
      if (own) {
        const line = lineAt(text, text.indexOf(own[1] ?? '', own.index) + 1)
        throw new Error(
          `Migration ${name} has a transaction of its own at line ${line}; each file runs in one already.`,
        )
      }
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
