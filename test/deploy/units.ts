// Tests the systemd units: their settings, their exposure, and the processes that they start.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'

import { freePort } from '../faults/site.ts'
import { openPostgres } from './sites.ts'
import { type Figures, need, run, start } from './tools.ts'

const folder = 'deploy/systemd'
const site = 'chalk-and-vine-site@.service'
const worker = 'chalk-and-vine-worker.service'
const backup = 'chalk-and-vine-backup.service'
/** The highest exposure that a unit may have, out of 100, as `systemd-analyze security` measures it. */
const threshold = 15

export async function testUnits(): Promise<Figures> {
  need('systemd-analyze')
  const root = await mkdtemp(join(tmpdir(), 'chalk-units-'))
  try {
    await makeRoot(root)
    const units = [
      'chalk-and-vine-site@3001.service',
      worker,
      'chalk-and-vine.target',
      backup,
      'chalk-and-vine-backup.timer',
    ]
    assert.equal(verify(root, units), '', 'systemd finds no fault')
    const broken = join(root, 'etc/systemd/system/broken.service')
    writeFileSync(
      broken,
      readFileSync(join(folder, worker), 'utf8').replace('ProtectSystem=', 'ProtectSytem='),
    )
    assert.match(
      verify(root, ['broken.service']),
      /Unknown key .*'ProtectSytem'/,
      'systemd reports a misspelt setting',
    )
    assert.deepEqual(readUnit(backup, '').command, ['/bin/sh', 'deploy/backup.sh', '--once'])
    const exposures = [site, worker, backup].map((unit) => `${basename(unit, '.service')} ${exposure(unit)}`)
    const started = await startUnits()
    return {
      'exposure (at most 1.5 of 10)': exposures.join(', '),
      'started with the commands of the units': started,
    }
  } finally {
    await rm(root, { recursive: true })
  }
}

/** Makes a root folder with our units, systemd's own units, and placeholders for Node and the shell. */
async function makeRoot(root: string): Promise<void> {
  await cp(folder, join(root, 'etc/systemd/system'), { recursive: true })
  await cp('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const programs = join(root, 'opt/chalk-and-vine/node_modules/.bin')
  await mkdir(programs, { recursive: true })
  await mkdir(join(root, 'bin'))
  for (const program of [join(programs, 'node'), join(root, 'bin/sh')]) await cp('/bin/true', program)
}

/** Returns the errors that systemd finds in the units, or an empty text. */
function verify(root: string, units: string[]): string {
  const how = ['verify', '--man=no', '--recursive-errors=no', `--root=${root}`]
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...how, ...units], { encoding: 'utf8' })
  const said = `${stdout}${stderr}`.trim()
  return status === 0 ? said : said || `exit code ${status}`
}

function exposure(unit: string): string {
  const how = ['security', '--offline=yes', `--threshold=${threshold}`, '--no-pager']
  const said = run('systemd-analyze', [...how, join(folder, unit)])
  return /exposure level for .*: ([\d.]+)/.exec(said)?.[1] ?? ''
}

/** Starts the site and the worker with the commands and settings of their units, and ends both with SIGTERM. */
async function startUnits(): Promise<string> {
  const postgres = await openPostgres()
  try {
    const port = String(await freePort())
    const times = []
    for (const unit of [site, worker]) {
      const { command, env, stop_seconds } = readUnit(unit, port)
      const [program = '', ...args] = command
      const process = await start(program, args, {
        ready: /is open at|The worker is running/,
        env: {
          ...parseEnv(readFileSync('deploy/chalk-and-vine.env.example', 'utf8')),
          DATABASE_URL: postgres.url,
          SECRETS_KEY: randomBytes(32).toString('base64'),
          WORKER_METRICS_PORT: String(await freePort()),
          ...env,
          DATA_FOLDER: postgres.folder,
        },
      })
      times.push(`${basename(unit, '.service')} in ${process.milliseconds} ms`)
      const began = performance.now()
      assert.equal(await process.stop(), 0, 'SIGTERM ends it cleanly')
      assert.ok(performance.now() - began < stop_seconds * 1000, 'it ends before systemd would kill it')
    }
    return times.join(', ')
  } finally {
    await postgres.close()
  }
}

/**
 * Returns the command, the environment and the stop timeout of a unit. In the command, the current folder
 * replaces the folder where operators install the site.
 */
function readUnit(unit: string, instance: string) {
  const text = readFileSync(join(folder, unit), 'utf8').replaceAll('%i', instance)
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
  const installed = `${value('WorkingDirectory')}/`
  assert.ok(value('ExecStart').includes(installed))
  return {
    command: value('ExecStart').replace(installed, '').split(' '),
    env: parseEnv(value('Environment').replaceAll(' ', '\n')),
    stop_seconds: Number.parseInt(value('TimeoutStopSec'), 10),
  }
}
