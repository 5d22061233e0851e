// Builds the image from the Dockerfile without a registry. debootstrap makes the base of the image.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { need, run } from './tools.ts'

const name = 'chalk-and-vine'
const authorities = 'etc/ssl/certs/ca-certificates.crt'
/** The folders that Debian's slim images leave out. */
const leftOut = ['locale', 'man', 'info', 'lintian', 'doc'].map((folder) => `usr/share/${folder}`)

/** The settings of the image in the form that `docker inspect` shows. */
export type ImageConfig = {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Labels: Record<string, string>
  Healthcheck: { Test: string[] }
  StopSignal: string
  Volumes: Record<string, object>
}

export type Image = Awaited<ReturnType<typeof buildImage>>

/** Builds the image. Returns its settings and the folder with its files. `close` removes the image. */
export async function buildImage() {
  need('debootstrap', 'buildah')
  assert.equal(process.getuid?.(), 0, 'Only root can make a base image and mount it. Run this as root.')
  const folder = await mkdtemp(join(tmpdir(), 'chalk-image-'))
  const store = join(folder, 'storage.conf')
  await mkdir(join(folder, 'tmp'))
  await writeFile(
    store,
    `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`,
  )
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: store, TMPDIR: join(folder, 'tmp') }
  const buildah = (...args: string[]) => run('buildah', args, { env })
  const close = async () => {
    run('buildah', ['rm', '--all'], { env })
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const base = /^FROM (\S+) AS base$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? ''
    console.log(`  making ${base} with debootstrap …`)
    const root = await makeBase(join(folder, 'base'), base)
    const scratch = buildah('from', 'scratch')
    buildah('add', scratch, root, '/')
    buildah('commit', '--quiet', '--rm', '--format', 'docker', scratch, base)
    await rm(root, { recursive: true })

    console.log('  building the image …')
    const began = performance.now()
    const revision = run('git', ['rev-parse', 'HEAD'])
    const arg = ['--build-arg', `REVISION=${revision}`]
    const how = ['--format', 'docker', '--isolation', 'chroot', '--storage-driver', 'vfs', '--pull-never']
    buildah('bud', ...how, ...arg, '--tag', name, '.')
    const seconds = Math.round((performance.now() - began) / 1000)
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', name)) as {
      Docker: { config: ImageConfig; history: { empty_layer?: boolean }[] }
    }
    const mounted = buildah('mount', buildah('from', '--pull-never', name))
    const bytes = Number(run('du', ['--summarize', '--apparent-size', '--bytes', mounted]).split('\t')[0])
    return {
      root: mounted,
      config: Docker.config,
      seconds,
      megabytes: Math.round(bytes / 1e6),
      revision,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes a minimal Debian system that trusts the same certificate authorities as this machine. */
async function makeBase(root: string, base: string): Promise<string> {
  const suite = /debian:([a-z]+)-slim$/.exec(base)?.[1] ?? ''
  const [mirror = ''] = run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
    .split('\n')
    .filter((uri) => !uri.includes('security'))
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, root, mirror])
  if (existsSync(`/${authorities}`)) await copyFile(`/${authorities}`, join(root, authorities))
  for (const path of [...leftOut, 'var/cache/apt', 'var/lib/apt/lists'])
    for (const entry of globSync(join(root, path, '*'))) await rm(entry, { recursive: true })
  await chmod(root, 0o755)
  return root
}
