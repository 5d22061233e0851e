import { execFileSync } from 'node:child_process'

import { queriedDays, foundLines } from './calendars.ts'

/** Returns the visits that calcurse reads. calcurse prints instants as seconds. */
export async function readWithCalcurse(folder: string, files: string[], zone: string): Promise<string[]> {
  const run = (...args: string[]) =>
    execFileSync('calcurse', ['--datadir', folder, '--confdir', folder, ...args], {
      env: { ...process.env, TZ: zone, LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  for (const file of files) run('--quiet', '--import', file)
  const format = '%(start:epoch)|%(end:epoch)|%m\n'
  const what = ['--input-datefmt', '4', '--filter-type', 'apt', '--format-apt', format]
  const lines = queriedDays.flatMap((day) =>
    run('--query', ...what, '--from', day, '--days', '1').split('\n'),
  )
  return foundLines(
    lines
      .map((line) => line.split('|'))
      .filter((parts) => parts.length === 3)
      .map(([from, until, summary = '']) => ({ from: Number(from), until: Number(until), summary })),
  )
}
