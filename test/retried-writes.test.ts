import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

import { listNodes } from './sources.ts'

const textsOf = (files: string) =>
  globSync(files)
    .filter((file) => !file.includes('.test.'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const texts = textsOf('app/**/*.{ts,tsx}')
/** The jobs and commands. */
const ofServer = textsOf('server/**/*.ts')

/** Returns the SQL functions that lock rows, themselves or through functions that they call. */
function findLockingFunctions(): Set<string> {
  const definitions = globSync('db/functions/**/*.sql')
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .replaceAll(/--.*/g, '')
        .split(/^create /m),
    )
    .map((text) => ({ name: /^function (\w+)/.exec(text)?.[1] ?? '', text }))
    // This check of the caller's account is a part of many statements, and locks no other row.
    .filter(({ name }) => name !== 'require_works_at')
  const locking = new Set<string>()
  const locks = ({ name, text }: { name: string; text: string }) =>
    !locking.has(name) &&
    (/\bfor (?:no key )?update\b|\bfor (?:key )?share\b|pg_advisory|lock table/.test(text) ||
      calls(text, locking))
  for (let size = -1; size < locking.size; ) {
    size = locking.size
    for (const { name } of definitions.filter(locks)) locking.add(name)
  }
  return locking
}

const calls = (text: string, names: ReadonlySet<string>) =>
  [...text.matchAll(/\b(\w+)\(/g)].some(([, name = '']) => names.has(name))

/** Returns the statements that call a function that locks rows, but are not repeated after a deadlock. */
function findUnrepeated(text: string, locking: ReadonlySet<string>): string[] {
  if (!calls(text, locking)) return []
  const nodes = listNodes(parseSync('file.tsx', text).program)
  const repeated = nodes.filter(
    ({ callee, tag }) =>
      callee?.name === 'retrying' || callee?.name === 'inTransaction' || tag?.type === 'CallExpression',
  )
  return nodes
    .filter(({ tag, start, end }) => tag?.type === 'Identifier' && calls(text.slice(start, end), locking))
    .filter(({ tag }) => ['sql', 'tx', 'transaction', 'db'].includes(String(tag?.name)))
    .filter(({ start, end }) => !repeated.some((around) => around.start < start && end <= around.end))
    .map(({ start, end }) => text.slice(start, end))
}

test('a statement that locks rows is repeated after a deadlock', () => {
  const locking = findLockingFunctions()
  expect(locking.size).toBeGreaterThan(90)
  expect(
    [...texts, ...ofServer].flatMap(({ file, text }) =>
      findUnrepeated(text, locking).map((statement) => `${file}: ${statement}`),
    ),
  ).toEqual([])
  const made = 'select * from create_booking(${json})'
  const bare = `await sql\`${made}\``
  const wrapped = `rowFrom(sql)\`${made}\`; retrying(sql, (sql) => sql\`${made}\`)`
  expect(findUnrepeated(`${bare}; ${wrapped}; sql\`select slot_of(x)\``, locking)).toEqual([`sql\`${made}\``])
})

test('a transaction is repeated after a deadlock, unless it reads a file as a stream or only reads the database', () => {
  const begun = texts.filter(({ text }) => text.includes('.begin('))
  expect(begun.map(({ file }) => file)).toEqual([
    'app/catalogue/locations/postcode-import.server.ts',
    'app/catalogue/stations/station-import.server.ts',
    'app/operations/consistency-checks/consistency-check.server.ts',
    'app/platform/database/retry.server.ts',
  ])
})

test('a transaction of a job or command is repeated after a deadlock, unless the next poll repeats its work or nobody else uses its data', () => {
  const begun = ofServer.filter(({ text }) => text.includes('.begin('))
  expect(begun.map(({ file }) => file)).toEqual([
    // Only reads a copy of the database.
    'server/backups/check-backup.ts',
    // The next two files claim rows for the queue. After a failure, the rows are still due, and the next poll claims them.
    'server/jobs/calendar-jobs.ts',
    'server/jobs/mail-jobs.ts',
    // Fills a database that nothing else uses.
    'server/simulate/fill.ts',
  ])
  const jobs = begun.filter(({ file }) => file.startsWith('server/jobs/'))
  for (const { file, text } of jobs) expect(text, file).toMatch(/\breturn repeat\(/)
})
