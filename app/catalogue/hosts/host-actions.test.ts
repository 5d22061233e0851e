import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { formRequest, signInBrowser } from '../../../test/staff-browser.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { pictures } from '../../../test/pictures.ts'
import { changeHost, type HostVersion } from './host-actions.tsx'

const app = await startApp()
const { sql, visit } = app
const winemaker = await makeWinemaker(sql)
const { vineyard_id } = winemaker
signInBrowser(app, winemaker)

const press = (fields: Record<string, string>) =>
  changeHost(formRequest('/winemaker/hosts', { vineyard_id, ...fields }))

async function hosts(): Promise<HostVersion[]> {
  return (await (await visit('/api/hosts?sort=name', { headers: signedIn(winemaker) })).json()).items
}

async function added(name: string, capacity: number): Promise<HostVersion> {
  await press({ intent: 'add', name, capacity: String(capacity) })
  const host = (await hosts()).find((each) => each.name === name)
  if (!host) throw new Error(`${name} was not added`)
  return host
}

const form = (opened: HostVersion, name: string, capacity: number, press: Record<string, string>) => ({
  seen: JSON.stringify(opened),
  name,
  capacity: String(capacity),
  ...press,
})

test('the second of two editors sees what the first editor changed, and can save the changes of both', async () => {
  const opened = await added('Guide', 10)
  await press(form(opened, 'Guide', 16, { intent: 'change' }))
  const second = await press(form(opened, 'Guide Ann', 10, { intent: 'change' }))
  expect(second).toMatchObject({
    id: opened.id,
    failed: true,
    conflict: { differences: [{ label: 'People at once', before: '10', theirs: '16', mine: '10' }] },
  })
  const over = `change ${second.conflict?.version}`
  expect(await press(form(opened, 'Guide Ann', 10, { over }))).toMatchObject({
    failed: false,
    conflict: null,
  })
  expect(await hosts()).toMatchObject([{ name: 'Guide Ann', capacity: 16 }])
})

test('shows a concurrent change before removing a host', async () => {
  const opened = await added('The barn', 30)
  await press(form(opened, 'The long barn', 30, { intent: 'change' }))
  const refused = await press(form(opened, 'The barn', 30, { intent: 'remove' }))
  expect(refused.conflict?.differences).toEqual([
    { label: 'Name', before: 'The barn', theirs: 'The long barn', mine: 'removed' },
  ])
  const gone = await press(form(opened, 'The barn', 30, { over: `remove ${refused.conflict?.version}` }))
  expect(gone.failed).toBe(false)
  expect((await hosts()).map(({ name }) => name)).not.toContain('The long barn')
})

test('undoing a removal adds the host again', async () => {
  const opened = await added('The press house', 12)
  const gone = await press(form(opened, 'The press house', 12, { intent: 'remove' }))
  expect(gone).toMatchObject({ message: 'The press house removed.', failed: false })
  await press(gone.undo ?? {})
  expect(await hosts()).toContainEqual(expect.objectContaining({ name: 'The press house', capacity: 12 }))
})

test('returns a message for the field with an invalid value', async () => {
  const refused = await press({ intent: 'add', name: 'Nobody', capacity: '0' })
  expect(refused).toMatchObject({ id: null, failed: true })
  expect(refused.fields.capacity).toContain('at least 1')
})

test('undoing a removal also brings back the photograph', async () => {
  const opened = await added('Wyn', 6)
  const query = new URLSearchParams({ vineyard_id, shown_as: 'host', host_id: opened.id })
  const body = new FormData()
  body.append('file', new File([Uint8Array.from(await pictures.png())], 'face.png', { type: 'image/png' }))
  await visit(`/api/pictures?${query}`, { method: 'POST', body, headers: signedIn(winemaker) })
  const withFace = (await hosts()).find(({ id }) => id === opened.id)!
  const gone = await press(form(withFace, 'Wyn', 6, { intent: 'remove' }))
  await press(gone.undo ?? {})
  expect(withFace.picture_id).not.toBeNull()
  expect(await hosts()).toContainEqual(
    expect.objectContaining({ name: 'Wyn', picture_id: withFace.picture_id, picture: withFace.picture }),
  )
})
