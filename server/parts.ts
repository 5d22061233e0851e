// node server/parts.ts FOLDER   writes FOLDER/sbom.cdx.json, which lists the packages of a production folder and Node
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { findShippedPackages, packageNameOf } from './shipped-packages.ts'

type Component = {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  licenses: object[]
}

const [folder = '.'] = process.argv.slice(2)
const listing = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
  cwd: folder,
  encoding: 'utf8',
})
const bill = JSON.parse(listing) as { components: Component[] }
const listed = new Set(bill.components.map((component) => component['bom-ref']))
for (const [path, { version, license = '', optional }] of findShippedPackages(
  join(import.meta.dirname, '..'),
)) {
  const name = packageNameOf(path)
  const ref = `${name}@${version}`
  // npm lists installed packages, but not packages that were bundled into the build. Optional packages differ by
  // system.
  if (optional || listed.has(ref)) continue
  listed.add(ref)
  bill.components.push({
    'bom-ref': ref,
    type: name === 'node' ? 'platform' : 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [/ (AND|OR) /.test(license) ? { expression: license } : { license: { id: license } }],
  })
}
writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(bill))
