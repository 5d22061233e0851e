import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { addException } from '../sessions/closure.server.ts'
import { createGroupHold } from './group-hold.server.ts'

const { sql, visit, now } = await startApp()
const by = { actor: 'admin', actor_id: randomUUID() } as const
const [day, next] = ['2026-06-13', '2026-06-14']

test('staff find a group by its name, telephone number or email address, and see which of its sessions were closed', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const { id: experience_id, vineyard_id } = experience
  const made = await createGroupHold(
    sql,
    {
      id: randomUUID(),
      vineyard_id,
      name: 'Lodge Lunch',
      number_of_guests: 4,
      guest_email: 'coach@example.com',
      guest_phone: '01622 123456',
      note: '',
      until: '2026-06-05',
      sessions: [day, next].map((slot_date) => ({ experience_id, slot: on(slot_date) })),
      overbook: false,
    },
    { by },
    now,
  )
  expect(made.ok).toBe(true)
  await addException(
    sql,
    { vineyard_id, starts_on: day, ends_on: day, capacity: null },
    { by, bookings: 'keep' },
    now,
  )
  const stranger = await makeDailyExperience(sql)
  const read = async (path: string, of: string) => {
    const headers = signedIn(await makeWinemaker(sql, { vineyard_id: of }))
    return (await visit(path, { headers })).json()
  }
  for (const term of ['lodge', 'LUNCH', '01622 123', 'coach@example.com']) {
    const query = new URLSearchParams({ search: term })
    expect(await read(`/api/group_holds?vineyard_id=${vineyard_id}&${query}`, vineyard_id)).toMatchObject({
      items: [{ name: 'Lodge Lunch', sessions: [{ is_closed: true }, { is_closed: false }] }],
    })
    const everywhere = `/api/search?${query}`
    expect(await read(everywhere, vineyard_id)).toMatchObject({
      groups: [{ name: 'Lodge Lunch', number_of_guests: 4, slot_date: day }],
    })
    expect(await read(everywhere, stranger.experience.vineyard_id)).toMatchObject({ groups: [] })
  }
  expect(await read(`/api/group_holds?vineyard_id=${vineyard_id}&search=rotary`, vineyard_id)).toEqual({
    items: [],
  })
})
