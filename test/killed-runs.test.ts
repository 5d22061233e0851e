import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { folderOfRun, removeKilledRuns } from './killed-runs.ts'

test('removes only the folders of killed test runs, and ends their Postgres', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'killed-runs-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const ended = spawnSync('true').pid
  const names = [`${folderOfRun(ended)}a`, `${folderOfRun(process.pid)}b`, 'chalk-test-c', 'other']
  for (const name of names) await mkdir(join(parent, name, 'postgres'), { recursive: true })
  const left = join(parent, names[0] ?? '', 'postgres')
  const postgres = spawn('tail', ['-f', '/dev/null', left], { stdio: 'ignore' })
  onTestFinished(() => void postgres.kill('SIGKILL'))
  await once(postgres, 'spawn')
  await writeFile(join(left, 'postmaster.pid'), `${postgres.pid}\n${left}\n`)
  const stopped = once(postgres, 'exit')

  await removeKilledRuns(parent)
  expect((await readdir(parent)).toSorted()).toEqual(names.slice(1).toSorted())
  expect(await stopped).toEqual([null, 'SIGQUIT'])
})
