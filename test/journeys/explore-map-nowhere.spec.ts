import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { openSite } from './site.ts'

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'],
  },
})

/** A site of its own, with the vineyards of a list that knows no positions. */
async function siteOf(list: string, base: string) {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-nowhere-'))
  const file = join(folder, 'list.csv')
  await writeFile(file, list)
  const close = await openSite({ base, folder: join(folder, 'data'), catalogue: 'none' })
  const env = { ...process.env, DATA_FOLDER: join(folder, 'data'), DATABASE_URL: '' }
  await promisify(execFile)(process.execPath, ['server/catalogue.ts', 'import', file], { env })
  return async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

test('where no vineyard says where it is, the map says so and leads to the grid', { tag: '@once' }, async ({
  page,
  baseURL,
}) => {
  // A port apart from the journeys' own and from the other width's.
  const port = Number(new URL(baseURL ?? '').port) + 20 + test.info().workerIndex
  const base = `http://127.0.0.1:${port}`
  const close = await siteOf(
    'name,city,region\nNowhere Hill,Lewes,East Sussex\nLost Vineyard,Hove,East Sussex\n',
    base,
  )
  await page.goto(`${base}/explore?search=vineyard&view=map`)
  await expect(page.getByRole('heading', { name: 'No Location Data Available' })).toBeVisible()
  await expect(page.locator('canvas.maplibregl-canvas')).toBeHidden()
  await page.getByRole('link', { name: 'Switch to Grid View' }).click()
  await expect(page).toHaveURL(`${base}/explore?search=vineyard`)
  await expect(page.getByRole('link', { name: 'Lost Vineyard' })).toBeVisible()
  await close()
})
