import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { chooseAccount, launch } from '../../server/embedded-postgres/account.ts'
import { findProgram } from '../../server/embedded-postgres/program.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

/** The path of libfaketime for programs with threads, or undefined if libfaketime is not installed. */
export const [faketime] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

/** Opens a Postgres whose clock can jump while it runs. With `env`, other processes have the same clock. */
export async function openJumpingClock() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'chalk-clock-')))
  // Postgres may run as another user.
  await chmod(folder, 0o755)
  const file = join(folder, 'offset')
  let off = 0
  const jumpTo = async (ms: number) => {
    await writeFile(`${file}.new`, `${ms < 0 ? '-' : '+'}${Math.abs(ms) / 1000}\n`)
    await rename(`${file}.new`, file)
    off = ms
    // Each process reads the file once a second.
    await sleep(1500)
  }
  await jumpTo(0)
  const env = {
    LD_PRELOAD: faketime ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Durations stay real, and so do the times of files.
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }

  // Starts the embedded Postgres once to create its folder, and then again with the clock.
  const embedded = await startEmbeddedPostgres({ folder, log: () => {}, fsync: false })
  const data = join(folder, 'postgres')
  const options = await readFile(join(data, 'postmaster.opts'), 'utf8')
  await embedded.stop()
  // Postgres writes its options as one line: the program, followed by each argument in quotation marks.
  const [program = ''] = options.split(' ')
  const args = [...options.matchAll(/"([^"]*)"/g)].map(([, arg = '']) => arg)
  const { uid, gid } = await stat(data)
  const log = await open(join(folder, 'postgres.log'), 'w')
  const account = await chooseAccount(await findProgram(), { uid, gid })
  // The embedded Postgres inherits no variables, so /usr/bin/env sets those of `env` for the program.
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const server = launch(account, '/usr/bin/env', [...given, program, ...args], log.fd)
  const sql = connect(embedded.url, { max: 1 })
  while (!(await sql`select`.then(Array.isArray, () => false))) {
    if (server.exitCode !== null) throw new Error(await readFile(join(folder, 'postgres.log'), 'utf8'))
    await sleep(50)
  }
  await sql.end({ timeout: 1 })
  return {
    env,
    url: embedded.url,
    jumpTo,
    /** Returns the current time of the processes with this clock. */
    now: () => new Date(Date.now() + off),
    async close() {
      if (server.exitCode === null) {
        server.kill('SIGINT')
        await once(server, 'exit')
      }
      await log.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
