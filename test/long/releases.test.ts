import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the command for fixtures writes one of this version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-fixtures-'))
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euc', 'npm run release-fixture'], {
      env: { ...process.env, FIXTURE_FOLDER: folder },
    })
    expect(stdout).toMatch(/ KB, \d{4,} rows in \d{2} tables\./)
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^release-[\d.]+\.json\.gz$/)])
  } finally {
    await rm(folder, { recursive: true })
  }
})
