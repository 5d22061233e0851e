// Tests compose.yaml: its settings, how its services are confined, and its backups.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { readConfig } from '../../app/platform/config.server.ts'
import { tryBackups } from './backups.ts'
import { type Figures, need, run } from './tools.ts'

export async function testCompose(): Promise<Figures> {
  need('docker-compose', 'caddy', 'pg_dump', 'setpriv')
  const folder = await mkdtemp(join(tmpdir(), 'chalk-compose-'))
  try {
    await copyFile('compose.yaml', join(folder, 'compose.yaml'))
    const example = readFileSync('deploy/chalk-and-vine.env.example', 'utf8')
    const compose = async (env: string) => {
      await writeFile(join(folder, '.env'), env)
      return spawnSync('docker-compose', ['config'], { cwd: folder, encoding: 'utf8' })
    }
    const empty = await compose(example)
    assert.notEqual(empty.status, 0)
    assert.match(empty.stderr, /is missing in \.env/, 'the error names an empty password')
    const filled = example
      .replace('POSTGRES_PASSWORD=', '$&0123456789abcdef')
      .replace('SECRETS_KEY=', `$&${randomBytes(32).toString('base64')}`)
    const { status, stdout, stderr } = await compose(filled)
    assert.equal(status, 0, stderr)

    const services = readServices(stdout)
    const names = ['backup', 'postgres', 'proxy', 'site-1', 'site-2', 'worker']
    assert.deepEqual(Object.keys(services).toSorted(), names)
    for (const [name, text] of Object.entries(services)) {
      assert.match(text, /^ +read_only: true$/m, `${name} cannot change its files`)
      assert.match(text, /^ +cap_drop:\n +- ALL$/m, `${name} has only the capabilities that it lists`)
      assert.match(text, /^ +- no-new-privileges:true$/m, `${name} gains no rights`)
      assert.match(text, /^ +mem_limit: /m, `${name} has a limit of memory`)
    }
    for (const name of ['site-1', 'site-2', 'worker']) {
      const env = environmentOf(services[name] ?? '')
      const config = readConfig({ ...parseEnv(filled), ...env, NODE_ENV: 'production' })
      assert.equal(config.site_url, 'https://bookings.example.org')
      assert.equal(config.database_url, 'postgres://chalk_and_vine:0123456789abcdef@postgres/chalk_and_vine')
      assert.ok(config.trusted_proxies.check('172.18.0.5', 'ipv4'))
      if (name !== 'worker') continue
      assert.equal(config.worker_metrics_host, '0.0.0.0', 'another container can read the worker’s metrics')
      assert.doesNotMatch(
        services[name] ?? '',
        /^ +ports:/m,
        'no other machine can read the worker’s metrics',
      )
    }
    const proxy = { ...process.env, ...environmentOf(services.proxy ?? ''), XDG_DATA_HOME: folder }
    run('caddy', ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], { env: proxy })
    const kept = await tryBackups()
    return { services: names.join(', '), 'validated by': run('docker-compose', ['--version']), ...kept }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the text of each service in the output of `docker-compose config`. */
function readServices(text: string): Record<string, string> {
  const [, services = ''] = /^services:\n((?: .*\n)+)/m.exec(text) ?? []
  return Object.fromEntries(
    [...services.matchAll(/^ {2}(\S+):\n((?: {3}.*\n)+)/gm)].map(([, name = '', body = '']) => [name, body]),
  )
}

function environmentOf(service: string): Record<string, string> {
  const [, lines = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service) ?? []
  return Object.fromEntries(
    [...lines.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^(['"])(.*)\1$/, '$2'),
    ]),
  )
}
