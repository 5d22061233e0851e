import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'
import { raceOfClients } from '../../../test/race.ts'
import { bookGroupHold, createGroupHold } from './group-hold.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-13'
const by = { actor: 'admin', actor_id: randomUUID() } as const

// Negative control: without lock_slots_and_hosts in book_group_hold, each group waits for the host that the other has locked.
test('two groups that visit the same hosts in opposite order are booked without a deadlock', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const contact = { guest_email: 'coach@example.com', guest_phone: null }
  const hosts: string[] = []
  const groups = [randomUUID(), randomUUID()]
  const sessions: { experience_id: string; slot: { pattern_id: string; slot_date: string } }[][] = [[], []]
  for (const times of [
    ['10:00', '12:00'],
    ['11:00', '11:30'],
    ['12:00', '10:00'],
  ]) {
    const [host] = await sql<[{ id: string }]>`
      insert into hosts ${sql({ vineyard_id, name: `Guide at ${times}`, capacity: 60 })} returning id`
    const experience = await makeExperience(sql, { vineyard_id, host_id: host.id, duration_minutes: 30 })
    hosts.push(host.id)
    for (const [n, start_time] of times.entries()) {
      const pattern = await makePattern(sql, { experience_id: experience.id, start_time, capacity: 30 })
      sessions[n]?.push({ experience_id: experience.id, slot: { pattern_id: pattern.id, slot_date: day } })
    }
  }
  for (const [n, id] of groups.entries())
    expect(
      await createGroupHold(
        sql,
        {
          id,
          vineyard_id,
          name: 'Coach party',
          number_of_guests: 6,
          ...contact,
          note: '',
          until: '2026-06-05',
          sessions: sessions[n] ?? [],
          overbook: false,
        },
        { by },
        now,
      ),
    ).toMatchObject({ ok: true })
  const guest = { guest_name: 'Mrs Field', ...contact, special_requests: '' }
  const booked = await raceOfClients(
    sql,
    (holder) => holder`select from hosts where id = ${hosts[1] ?? ''} for update`,
    groups.map((id) => (client) => bookGroupHold(client, id, guest, { by }, now)),
  )
  expect(booked.map(({ ok }) => ok)).toEqual([true, true])
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
})
