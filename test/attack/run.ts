// `npm run test:attack`: attacks a site with sqlmap and wapiti, and fails if either finds anything. Debian has both:
// apt-get install sqlmap wapiti. Set ATTACK_URL to attack another site, which must be yours.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { targets } from './targets.ts'

const port = process.env.ATTACK_PORT ?? '3977'
const missing = ['sqlmap', 'wapiti'].filter((tool) => spawnSync('which', [tool]).status !== 0)
if (missing.length > 0) {
  console.error(`Missing: ${missing.join(' and ')}. On Debian: apt-get install sqlmap wapiti`)
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'chalk-attack-'))
const site = process.env.ATTACK_URL ?? `http://127.0.0.1:${port}`
const server = process.env.ATTACK_URL ? undefined : startSite()
try {
  await untilUp()
  const found = [...(await injections()), ...(await weaknesses())]
  for (const line of found) console.error(`Found: ${line}`)
  console.log(found.length === 0 ? 'Nothing was found.' : `${found.length} found.`)
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  server?.kill('SIGTERM')
  await setTimeout(2000)
  await rm(folder, { recursive: true, force: true })
}

function startSite() {
  return spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      PORT: port,
      HOST: '127.0.0.1',
      DATA_FOLDER: join(folder, 'data'),
      CATALOGUE: 'demo',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilUp() {
  for (let tries = 0; tries < 120; tries++) {
    const up = await fetch(`${site}/healthz`).catch(() => undefined)
    if (up?.ok) return
    await setTimeout(500)
  }
  throw new Error(`${site} did not come up.`)
}

/**
 * Signs in to a demonstration account, whose password is in the data folder, and returns the session token.
 * Returns undefined if ATTACK_URL is set.
 */
async function signIn(as: 'winemaker' | 'admin'): Promise<string | undefined> {
  if (!server) return undefined
  const passwords: Record<string, string> = JSON.parse(
    await readFile(join(folder, 'data', 'first-sign-in.json'), 'utf8'),
  )
  const [email, password] = [`${as}@example.com`, passwords[as]]
  const [path, content] =
    as === 'admin'
      ? ['admin_sessions', { email, password }]
      : ['rpc/authenticate_winemaker', { email_param: email, password_param: password }]
  const answer = await fetch(`${site}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
  })
  const session = await answer.json()
  return as === 'admin' ? session.access_token : session[0]?.session_token
}

/** Returns a line for each target that sqlmap reports as injectable, and for each target without a verdict. */
async function injections(): Promise<string[]> {
  const found: string[] = []
  for (const { path, body, parameters, as } of targets) {
    const token = as && (await signIn(as))
    if (as && !token) {
      console.log(`sqlmap ${path}: left out, because no ${as} can sign in`)
      continue
    }
    const who = token ? ['-H', `Authorization: Bearer ${token}`] : []
    const about = body
      ? ['--method=POST', `--data=${JSON.stringify(body)}`, '-H', 'Content-Type: application/json']
      : []
    const tool = spawnSync(
      'sqlmap',
      [
        '-u',
        `${site}${path}`,
        ...about,
        ...who,
        '-p',
        parameters.join(','),
        '--dbms=PostgreSQL',
        '--batch',
        '--flush-session',
        '--level=2',
        '--risk=2',
        '--smart',
        '--threads=4',
        '--disable-coloring',
        '--output-dir',
        join(folder, 'sqlmap'),
      ],
      { encoding: 'utf8', timeout: 900_000 },
    )
    const output = `${tool.stdout}${tool.stderr}`
    const clean = /all tested parameters do not appear to be injectable|no usable links|skipping/.test(output)
    const injectable = /is vulnerable|identified the following injection point/.test(output)
    console.log(`sqlmap ${path}: ${injectable ? 'INJECTABLE' : clean ? 'nothing' : 'no verdict'}`)
    if (injectable) found.push(`sqlmap: ${path}`)
    else if (!clean) found.push(`sqlmap reached no verdict on ${path}: ${output.slice(-500)}`)
  }
  return found
}

type Report = { vulnerabilities: Record<string, { info: string; path: string }[]> }

/** Returns what wapiti finds on the pages to which it can follow links from the first page. */
async function weaknesses(): Promise<string[]> {
  const report = join(folder, 'wapiti.json')
  const minutes = Number(process.env.ATTACK_MINUTES ?? 10)
  spawnSync(
    'wapiti',
    [
      '-u',
      `${site}/`,
      '--scope',
      'domain',
      '-m',
      'sql,xss,permanentxss,file,exec,crlf,redirect,ssrf,xxe,backup,shellshock',
      '-l',
      '1',
      '--max-scan-time',
      String(minutes * 60),
      '--max-links-per-page',
      '40',
      '--max-parameters',
      '10',
      '-f',
      'json',
      '-o',
      report,
      '--store-session',
      join(folder, 'wapiti'),
      '--flush-session',
      '--no-bugreport',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], timeout: (minutes + 5) * 60_000 },
  )
  const { vulnerabilities }: Report = JSON.parse(await readFile(report, 'utf8'))
  const found = Object.entries(vulnerabilities).flatMap(([kind, all]) =>
    all.map(({ path, info }) => `wapiti: ${kind} at ${path}: ${info}`),
  )
  console.log(`wapiti: ${found.length === 0 ? 'nothing' : `${found.length} found`}`)
  return found
}
