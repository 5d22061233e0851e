import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { queriedDays, foundLines } from './calendars.ts'

/** Returns the visits that khal reads. khal prints times in `zone`, with their offset from UTC. */
export async function readWithKhal(folder: string, files: string[], zone: string): Promise<string[]> {
  const config = join(folder, 'khal.conf')
  await mkdir(join(folder, 'calendar'))
  await writeFile(config, settings(folder, zone))
  const run = (...args: string[]) =>
    execFileSync('khal', ['--config', config, ...args], {
      env: { ...process.env, LC_ALL: 'C.UTF-8', XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  for (const file of files) run('import', '--batch', '--include-calendar', 'ours', file)
  const format = '{start-long-full}|{end-long-full}|{title}'
  const lines = queriedDays.flatMap((day) =>
    run('list', '--day-format', '', '--format', format, day, '1d').split('\n'),
  )
  return foundLines(
    lines
      .map((line) => line.split('|'))
      .filter((parts) => parts.length === 3)
      .map(([from = '', until = '', summary = '']) => ({
        from: Date.parse(from) / 1000,
        until: Date.parse(until) / 1000,
        summary,
      })),
  )
}

function settings(folder: string, zone: string): string {
  return `[calendars]
[[ours]]
path = ${join(folder, 'calendar')}
[sqlite]
path = ${join(folder, 'khal.db')}
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M%z
longdatetimeformat = %Y-%m-%dT%H:%M%z
`
}
