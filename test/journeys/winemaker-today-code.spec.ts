import { tmpdir } from 'node:os'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeQR } from 'qr'

import { chromiumPath } from '../browser.ts'
import { makeGate, openToday, rowOf } from './gate.ts'
import { expect, type Page, test } from './journey.ts'
import { onSiteDatabase } from './site-database.ts'

// The test chooses the reference, because the camera's film is made before the browser starts.
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const shown = `CV-${randomLetters(4)}-${randomLetters(2)}`
const film = join(tmpdir(), `code-${shown}.y4m`)
writeFileSync(film, filmOf(shown))

test.use({
  permissions: ['camera'],
  launchOptions: {
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})

const answer = (page: Page) => page.getByRole('dialog', { name: 'Scan a code' })

test('the camera reads a guest’s code, and the dialog says why another code is not valid today', async ({
  context,
}) => {
  const { vineyard_id, winemaker, references } = await makeGate(3)
  const [, cancelled = '', elsewhen = ''] = references
  const other = await makeGate(1)
  await onSiteDatabase(async (sql) => {
    await sql`update bookings set reference = ${shown} where reference = ${references[0] ?? ''}`
    await sql`update bookings set status = 'cancelled' where reference = ${cancelled}`
    const days = 2
    await sql`
      update bookings set booking_date = booking_date + ${days}::int, starts_at = starts_at + interval '2 days',
        ends_at = ends_at + interval '2 days'
      where reference = ${elsewhen} and vineyard_id = ${vineyard_id}`
  })
  const page = await openToday(context, winemaker)
  await page.getByRole('button', { name: 'Scan a code' }).click()
  // The field does not have the focus, because a phone's keyboard would cover the camera's picture.
  await expect(answer(page).getByLabel('Or type the reference')).not.toBeFocused()
  await answer(page).getByRole('button', { name: 'Arrived' }).click()
  await expect(answer(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(rowOf(page, shown)).toHaveAttribute('data-attendance', 'arrived')

  const type = async (text: string) => {
    await answer(page).getByLabel('Or type the reference').fill(text)
    await answer(page).getByRole('button', { name: 'Check' }).click()
  }
  await answer(page).getByRole('button', { name: 'Scan the next code' }).click()
  await expect(answer(page)).toContainText('This party has already arrived')
  await type(cancelled)
  await expect(answer(page)).toContainText('This booking is cancelled, so it has no places.')
  await type(elsewhen)
  await expect(answer(page)).toContainText('This booking is for another day:')
  await type(other.references[0] ?? '')
  await expect(answer(page)).toContainText('This booking is for another vineyard.')
  await type('https://example.com')
  await expect(answer(page)).toContainText('This code does not belong to any of our bookings.')
  await context.setOffline(true)
  await type(shown)
  await expect(answer(page)).toContainText('This party has already arrived')
  await type(elsewhen)
  await expect(answer(page)).toContainText('Without a connection we can’t check other days.')
})

test.describe('without permission for the camera', () => {
  // If the test grants only the location, Chromium refuses the camera.
  test.use({ permissions: ['geolocation'] })

  test('the dialog says that the browser may not use the camera, and accepts a typed reference', async ({
    context,
  }) => {
    const { winemaker, references } = await makeGate(1)
    const page = await openToday(context, winemaker)
    await page.getByRole('button', { name: 'Scan a code' }).click()
    await expect(answer(page).getByRole('group', { name: 'Camera' })).toContainText(
      'This browser may not use the camera.',
    )
    await answer(page)
      .getByLabel('Or type the reference')
      .fill(references[0]?.toLowerCase() ?? '')
    await page.keyboard.press('Enter')
    await answer(page).getByRole('button', { name: 'Arrived' }).click()
    await expect(answer(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  })
})

function randomLetters(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}

/** Returns a film of a QR code as YUV4MPEG2, which Chromium plays in place of its camera. */
function filmOf(text: string): Buffer {
  const [width, height] = [640, 480]
  const data = encodeQR(text, 'raw', { border: 4 })
  const size = data.length
  const dot = Math.floor(height / size)
  const left = Math.floor((width - dot * size) / 2)
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < dot * size; y++)
    for (let x = 0; x < dot * size; x++)
      if (data[Math.floor(y / dot)]?.[Math.floor(x / dot)]) light[y * width + left + x] = 16
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`),
    frame,
    frame,
  ])
}
