import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`).then(
    () => true,
    () => false,
  )

/** Returns the beginning of the name of a run's folder. It contains the id of the process that removes the folder at the end. */
export const folderOfRun = (pid: number) => `chalk-test-${pid}-`

/**
 * For each test run that was killed, ends its Postgres and removes its folder from `parent`. Otherwise, its databases would
 * stay in memory. Does nothing on a system without /proc.
 */
export async function removeKilledRuns(parent: string): Promise<void> {
  if (!(await isAlive(process.pid))) return
  for (const name of await readdir(parent)) {
    const owner = Number(/^chalk-test-(\d+)-/.exec(name)?.[1])
    if (!owner || (await isAlive(owner))) continue
    const folder = join(parent, name)
    const postgres = parseInt(
      await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => ''),
    )
    // Another process may have this id by now.
    const command = await readFile(`/proc/${postgres}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(folder)) process.kill(postgres, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
