import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

import { largestUploadBody } from '../app/platform/media/upload.ts'
import { readConfig } from '../app/platform/config.server.ts'

const read = (file: string) => readFileSync(file, 'utf8')

test('the image has the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(/^ARG VERSION=(.*)$/m.exec(read('Dockerfile'))?.[1]).toBe(version)
})

test('the site accepts the example file of settings, and knows every setting in it', () => {
  const example = parseEnv(read('deploy/chalk-and-vine.env.example'))
  const config = readConfig({ ...example, NODE_ENV: 'production' })
  const forCompose = ['SITE_HOST', 'POSTGRES_PASSWORD']
  const unknown = Object.keys(example).filter((name) => !(name.toLowerCase() in config))
  expect(unknown.filter((name) => !forCompose.includes(name) && name !== 'SECRETS_KEY')).toEqual([])
})

test('the proxy accepts bodies as large as the site accepts', () => {
  const [, kilobytes] = /^\t\tmax_size (\d+)KiB$/m.exec(read('deploy/Caddyfile')) ?? []
  expect(Number(kilobytes) * 1024).toBe(largestUploadBody)
})

test('the proxy continues to use a site after one failed request', () => {
  expect(read('deploy/Caddyfile')).not.toMatch(/^\s*fail_duration/m)
})

// ASVS 15.2.3
test('files that only tests need are not copied into the image', () => {
  const left = read('.dockerignore').split('\n')
  expect(left).toEqual(
    expect.arrayContaining(['.git', '.env', '.data', 'node_modules', 'build', 'test', '**/*.test.ts']),
  )
})

test('Prometheus finds the sites and the worker of the systemd units', () => {
  const targets = [...read('deploy/monitoring/prometheus.yml').matchAll(/127\.0\.0\.1:(\d+)/g)].map(
    ([, port]) => port,
  )
  const sites = [...new Set(read('docs/guide/run/systemd.md').match(/(?<=chalk-and-vine-site@)\d+/g))]
  const { WORKER_METRICS_PORT } = parseEnv(read('deploy/chalk-and-vine.env.example'))
  expect(targets).toEqual([...sites, WORKER_METRICS_PORT])
})
