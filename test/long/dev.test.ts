import { chromium } from '@playwright/test'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { chromiumPath } from '../browser.ts'
import { ownDatabase } from '../database.ts'
import { freePort } from '../faults/site.ts'

// The folder with a copy of the sources is inside the clone, so that imports find the packages.
const copy = `build/dev-${process.pid}`
const home = 'app/routes/public/index.tsx'
const serverModule = 'app/probe.server.ts'
const functions = 'db/functions/probe.sql'
const styles = 'app/ui/theme/theme.css'

const texts = {
  [home]: `
import { database } from '../../platform/context.ts'
import { serverText } from '../../probe.server.ts'

export async function loader({ context }) {
  const [row] = await context.get(database)\`select probe_text() as text\`
  return { server: serverText, sql: row.text }
}

export default function Home({ loaderData }) {
  return <h1>component: first, server: {loaderData.server}, SQL: {loaderData.sql}</h1>
}
`,
  [serverModule]: `export const serverText = 'first'\n`,
  [functions]: `create function probe_text() returns text language sql return 'first';\n`,
}

const sql = await ownDatabase()

await mkdir(copy, { recursive: true })
for (const path of [
  'app',
  'basemap',
  'db',
  'docs',
  'public',
  'server',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
])
  await cp(path, join(copy, path), { recursive: true })
await cp('react-router.config.ts', join(copy, 'react-router.config.ts'))
for (const [path, text] of Object.entries(texts)) await writeFile(join(copy, path), text)

const port = await freePort()
const site = fork('server/dev.ts', {
  cwd: copy,
  env: { ...process.env, NODE_ENV: 'development', PORT: String(port), DATABASE_URL: sql.url },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu'],
})
afterAll(async () => {
  await browser.close()
  site.kill('SIGTERM')
  await once(site, 'exit')
  await rm(copy, { recursive: true })
})
await once(site, 'message')
const page = await browser.newPage()
await page.goto(`http://localhost:${port}/`)
// Vite reloads the page after it has bundled the packages that the page needs.
await page.waitForLoadState('networkidle')

async function edit(path: string, change: (text: string) => string) {
  const file = join(copy, path)
  await writeFile(file, change(await readFile(file, 'utf8')))
}

const toSecond = (text: string) => text.replace('first', 'second')
const heading = (name: string) => page.getByRole('heading', { name })

test('an open page shows an edited component', async () => {
  await edit(home, toSecond)
  await heading('component: second').waitFor()
})

test('an open page shows an edited server module', async () => {
  await edit(serverModule, toSecond)
  await heading('server: second').waitFor()
})

test('an open page shows an edited style sheet', async () => {
  await edit(styles, (text) => `${text}\nh1 { outline: 7px solid rgb(1, 2, 3); }\n`)
  await expect
    .poll(() => heading('component').evaluate((element) => getComputedStyle(element).outlineWidth))
    .toBe('7px')
})

// This test must be the last, because it reloads the page. Until the page is connected again, it misses edits.
test('an open page shows an edited SQL function', async () => {
  await edit(functions, toSecond)
  await heading('SQL: second').waitFor()
})
