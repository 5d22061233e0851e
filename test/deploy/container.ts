// Runs the image as in a container: with its own read-only root folder, as the image's user, without capabilities.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { freePort } from '../faults/site.ts'
import { openMailServer } from '../mail-server.ts'
import { makeBookable } from '../make.ts'
import { productionSettings } from '../production-settings.ts'
import { buildImage, type Image } from './image.ts'
import { checkParts } from './parts.ts'
import { openPostgres } from './sites.ts'
import { bookByForm, type Figures, need, run, start, type Running, until } from './tools.ts'

const largest_megabytes = 350
const usualPath = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export async function testContainer(): Promise<Figures> {
  need('debootstrap', 'buildah', 'unshare', 'setpriv')
  const image = await buildImage()
  try {
    return await tryImage(image)
  } finally {
    await image.close()
  }
}

export async function tryImage(image: Image): Promise<Figures> {
  const running = new Set<Running>()
  const postgres = await openPostgres()
  const smtp = await openMailServer()
  try {
    checkConfig(image)
    const parts = checkParts(image.root)
    const port = String(await freePort())
    const origin = `http://127.0.0.1:${port}`
    const data = join(postgres.folder, 'container-data')
    await mkdir(data)
    const [uid = 0, gid = 0] = image.config.User.split(':').map(Number)
    await chown(data, uid, gid)
    const settings = {
      ...productionSettings,
      PORT: port,
      SITE_URL: origin,
      DATABASE_URL: postgres.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: smtp.url,
      CATALOGUE: 'both',
      LOG_LEVEL: 'warn',
      WORKER_METRICS_HOST: '0.0.0.0',
      WORKER_METRICS_PORT: String(await freePort()),
    }
    const inContainer = (...command: string[]) => containerCommand(image, { data, settings, command })
    const open = async (...command: string[]) => {
      const started = await start('unshare', inContainer(...command), {
        ready: /is open at|The worker is running/,
        env: process.env,
      })
      running.add(started)
      return started
    }
    const close = async (one: Running) => {
      running.delete(one)
      assert.equal(await one.stop(), 0, `SIGTERM ends it cleanly:\n${one.output()}`)
    }
    const healthcheck = () => {
      const [kind, ...command] = image.config.Healthcheck.Test
      assert.equal(kind, 'CMD')
      return run('unshare', inContainer(...command))
    }

    const workerHealthcheck = () => run('unshare', inContainer(...workerCheck(settings.WORKER_METRICS_PORT)))

    assert.throws(healthcheck, 'the health check fails without a site')
    const first = await open(...image.config.Cmd)
    await close(first)
    const site = await open(...image.config.Cmd)
    healthcheck()
    assert.throws(workerHealthcheck, 'the health check of the worker fails without a worker')
    const worker = await open('node', 'server/worker.ts')
    workerHealthcheck()
    checkConfinement(image, site.pid)
    assert.match(
      run('unshare', inContainer('sh', '-c', 'touch /app/new 2>&1; touch /tmp/new')),
      /Read-only file system/,
    )

    const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const { path, answers, experience } = await makeBookable(postgres.sql, { date })
    await bookByForm(origin, path, answers())
    const [email] = await until('the email arrives', async () => smtp.arrived.length > 0 && smtp.parsed())
    assert.equal(email?.to?.[0]?.address, 'ada@example.com')
    await checkPictures(origin, experience.vineyard_id)
    const admin = run(
      'unshare',
      inContainer('node', 'server/cli/admin.ts', 'create', 'grace@example.com', 'Grace'),
    )
    assert.match(admin, new RegExp(`${origin}/\\S+`), 'the command prints a link')

    await close(worker)
    const stopped = performance.now()
    await close(site)
    const leaving = ((performance.now() - stopped) / 1000).toFixed(1)
    assert.ok(image.megabytes <= largest_megabytes, `the image has ${image.megabytes} MB`)
    return {
      'size of the image': `${image.megabytes} MB (at most ${largest_megabytes})`,
      'packages in its SBOM': String(parts),
      'build, without its base': `${image.seconds} s`,
      'start with an empty database': `${first.milliseconds} ms`,
      'start with a filled database': `${site.milliseconds} ms`,
      'end after SIGTERM': `${leaving} s`,
      booking: `booked over HTTP, “${email?.subject}” delivered over SMTP`,
    }
  } finally {
    await Promise.all([...running].map((one) => one.stop()))
    await smtp.goDown()
    await postgres.close()
  }
}

/** Returns the arguments of `unshare` that run a command as in a container. The command uses this machine's network. */
function containerCommand(
  { root, config }: Image,
  { data, settings, command }: { data: string; settings: Record<string, string>; command: string[] },
): string[] {
  const [uid, gid] = config.User.split(':')
  const [volume = ''] = Object.keys(config.Volumes)
  const mounts = [
    'set -e',
    'mount --bind "$0" "$0"',
    'mount -o remount,bind,ro "$0"',
    `mount --bind "$1" "$0${volume}"`,
    'mount -t tmpfs tmpfs "$0/tmp"',
    'mount --bind /proc "$0/proc"',
    'mount --bind /dev "$0/dev"',
    'root=$0; shift; exec chroot "$root" "$@"',
  ]
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all']
  const env = [usualPath, ...config.Env, ...Object.entries(settings).map(([key, value]) => `${key}=${value}`)]
  return [
    '--mount',
    'sh',
    '-c',
    mounts.join('\n'),
    root,
    data,
    'setpriv',
    ...user,
    '--inh-caps=-all',
    'env',
    '--ignore-environment',
    `--chdir=${config.WorkingDir}`,
    ...env,
    ...command,
  ]
}

function checkConfig({ config, root, revision }: Image): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.equal(config.Labels['org.opencontainers.image.version'], version)
  assert.equal(config.Labels['org.opencontainers.image.revision'], revision)
  assert.match(config.User, /^[1-9]\d*:[1-9]\d*$/, 'the user has a fixed number')
  assert.equal(config.StopSignal, 'SIGTERM')
  assert.deepEqual(Object.keys(config.Volumes), ['/data'])
  assert.equal(`${statSync(join(root, 'data')).uid}:${statSync(join(root, 'data')).gid}`, config.User)
  const programs = ['npm', 'npx', 'nodejs'].flatMap((name) =>
    globSync(join(root, `{usr/,usr/local/,}bin/${name}`)),
  )
  assert.deepEqual(programs, [], 'the image has neither npm nor a second Node')
  for (const path of ['test', 'bench', 'deploy', '.git', '.env', 'clone-packages'])
    assert.equal(existsSync(join(root, 'app', path)), false, path)
  assert.deepEqual(globSync(join(root, 'app/{app,server,db,basemap}/**/*.test.{ts,tsx}')), [])
}

/** Returns the worker's health check from the compose file, for this port. */
function workerCheck(port: string): string[] {
  const [, worker = ''] = /^ {2}worker:\n((?: {3}.*\n)+)/m.exec(readFileSync('compose.yaml', 'utf8')) ?? []
  assert.match(worker, /WORKER_METRICS_HOST: 0\.0\.0\.0\n +WORKER_METRICS_PORT: 9464\n/)
  const [, program = ''] = /test:\s*\[\s*CMD,\s*node,\s*-e,\s*"([^"]*)",?\s*\]/.exec(worker) ?? []
  assert.match(program, /:9464\//)
  return ['node', '-e', program.replace(':9464/', `:${port}/`)]
}

/** Expects that the process runs as the image's user and cannot gain rights. */
function checkConfinement({ config }: Image, pid: number): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const line = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  assert.equal(line('Uid'), config.User.split(':')[0])
  assert.equal(line('NoNewPrivs'), '1')
  assert.match(line('CapEff') ?? '', /^0+$/)
}

/** Loads the picture with which a vineyard's page is shared. Drawing it needs the image's fonts and picture library. */
async function checkPictures(origin: string, vineyard: string): Promise<void> {
  const page = await (await fetch(`${origin}/vineyard/${vineyard}`)).text()
  const [, picture = ''] = /property="og:image"[^>]* content="([^"]+)"/.exec(page) ?? []
  const answer = await fetch(new URL(picture, origin))
  assert.equal(answer.status, 200, `the picture ${picture}`)
  assert.match(answer.headers.get('Content-Type') ?? '', /^image\//)
}
