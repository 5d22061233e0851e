import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, hold, tryBooking } from '../../../test/book.ts'
import { makeExperience, makePattern, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { findSlots } from '../../availability/slot.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { changeBookingStatus, moveBooking } from '../booking.server.ts'
import { callOff, reopen } from './call-off.server.ts'
import { findSessions, setSessionHost } from './session.server.ts'

const app = await startApp()
const { sql, visit } = app
const by = { actor: 'admin', actor_id: '00000000-0000-4000-8000-000000000001' } as const
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-06'
app.now = now

/** Creates a vineyard with two hosts and three experiences, whose sessions of 90 minutes partly overlap. */
async function makeHosted() {
  const { id: vineyard_id } = await makeVineyard(sql)
  const host = async (name: string, capacity: number) => {
    const [made] = await sql<[{ id: string }]>`
      insert into hosts ${sql({ vineyard_id, name, capacity, kind: 'person' })} returning id`
    return { id: made.id, capacity }
  }
  const hosts = [await host('Ann', 6), await host('Ben', 9)] as const
  const session = async (title: string, start_time: string, host_id: string | null) => {
    const experience = await makeExperience(sql, { vineyard_id, title, host_id, max_group_size: null })
    const pattern = await makePattern(sql, { experience_id: experience.id, start_time, capacity: 8 })
    return {
      experience,
      slot: { pattern_id: pattern.id, slot_date: day },
      start: Number(start_time.slice(0, 2)) * 60 + Number(start_time.slice(3)),
      usual: host_id,
    }
  }
  const [ann, ben] = hosts
  const sessions = [
    await session('Walk', '11:00', ann.id),
    await session('Cellar', '12:00', ben.id),
    await session('Lunch', '13:00', null),
  ]
  return { vineyard_id, hosts, sessions }
}
type Hosted = Awaited<ReturnType<typeof makeHosted>>
const sessionAt = ({ sessions }: Hosted, n: number) =>
  sessions[n % sessions.length] as Hosted['sessions'][number]
const set = (hosted: Hosted, n: number, host_id: string | null) => {
  const { experience, slot } = sessionAt(hosted, n)
  return setSessionHost(sql, { experience_id: experience.id, slot }, host_id, { by }, now)
}
const inMinutes = (count: number) => new Date(now.getTime() + count * 60_000)
const remaining = async (hosted: Hosted, n: number, at = now) =>
  (await findSlots(sql, sessionAt(hosted, n).experience.id, day, at))[0]?.remaining

test('a session may have another host than its experience, and a refusal names the session that the host already has', async () => {
  const hosted = await makeHosted()
  const [ann, ben] = hosted.hosts
  const [walk, cellar] = hosted.sessions as [Hosted['sessions'][number], Hosted['sessions'][number]]
  expect(await tryBooking(sql, walk.experience, walk.slot, 5, now)).toBe(null)
  expect(await tryBooking(sql, cellar.experience, cellar.slot, 5, now)).toBe(null)
  expect(await set(hosted, 1, ann.id)).toEqual({
    ok: false,
    problem: {
      kind: 'clash',
      sentence: 'This host can take 6 people at once, and already has Walk at 11:00 AM (5 guests).',
    },
  })
  expect(await remaining(hosted, 1)).toBe(3)
  expect(await set(hosted, 2, ann.id)).toMatchObject({ ok: true })
  const host = async (n: number) => {
    const span = { experience_id: sessionAt(hosted, n).experience.id, from: day, until: day }
    return (await findSessions(sql, span, { by }, now))[0]?.host
  }
  expect(await host(2)).toEqual({ id: ann.id, name: 'Ann', kind: 'person', is_own: true })
  expect(await host(1)).toEqual({ id: ben.id, name: 'Ben', kind: 'person', is_own: false })
  // Lunch begins when Walk has ended at 12:30.
  expect(await remaining(hosted, 2)).toBe(6)
  expect(await set(hosted, 2, null)).toMatchObject({ ok: true })
  expect([await host(2), await remaining(hosted, 2)]).toEqual([null, 8])
  expect(await findInconsistencies(sql, now)).toEqual([])
})

// Negative control: this test fails if host_guests still counts a session for the host of its experience.
test('a host whose session goes to another host is free at that time', async () => {
  const hosted = await makeHosted()
  const [ann, ben] = hosted.hosts
  const walk = sessionAt(hosted, 0)
  await book(sql, walk.experience, walk.slot, 5, now)
  expect(await set(hosted, 0, ben.id)).toMatchObject({ ok: true })
  expect(await remaining(hosted, 1)).toBe(4)
  expect(await set(hosted, 1, ann.id)).toMatchObject({ ok: true })
  expect(await remaining(hosted, 1)).toBe(6)
})

test('if an experience gets the host that its session already has, the guests of the session count only once', async () => {
  const hosted = await makeHosted()
  const [, ben] = hosted.hosts
  const walk = sessionAt(hosted, 0)
  await book(sql, walk.experience, walk.slot, 5, now)
  expect(await set(hosted, 0, ben.id)).toMatchObject({ ok: true })
  await sql`update experiences set host_id = ${ben.id} where id = ${walk.experience.id}`
  expect(await remaining(hosted, 1)).toBe(4)
})

// Negative controls: this test fails if host_guests counts holds for the host of the experience, or counts expired holds.
test('held places count only for the session’s own host, and only until they expire', async () => {
  const hosted = await makeHosted()
  const [ann, ben] = hosted.hosts
  const walk = sessionAt(hosted, 0)
  await hold(sql, walk.experience, walk.slot, 5, [now, inMinutes(10)])
  expect(await set(hosted, 0, ben.id)).toMatchObject({ ok: true })
  expect(await remaining(hosted, 1)).toBe(4)
  expect(await remaining(hosted, 1, inMinutes(10))).toBe(8)
  expect(await set(hosted, 1, ann.id)).toMatchObject({ ok: true })
  expect(await remaining(hosted, 1)).toBe(6)
})

// Negative control: if host_guests counts the party's own places, the party cannot grow at all.
test('a party can grow while the session’s own host has places left, and the host counts the party only once', async () => {
  const hosted = await makeHosted()
  const [walk, cellar] = [sessionAt(hosted, 0), sessionAt(hosted, 1)]
  expect(await set(hosted, 0, hosted.hosts[1].id)).toMatchObject({ ok: true })
  const id = await book(sql, walk.experience, walk.slot, 3, now)
  await book(sql, cellar.experience, cellar.slot, 4, now)
  const grow = (number_of_guests: number) => moveBooking(sql, id, { number_of_guests }, { by }, now)
  expect(await grow(6)).toEqual({ ok: false, problem: { kind: 'full', remaining: 5 } })
  expect(await grow(5)).toMatchObject({ ok: true })
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  expect(await remaining(hosted, 1)).toBe(4)
})

test('a host’s capacity may be used completely, and a refusal names only sessions with guests at that time', async () => {
  const hosted = await makeHosted()
  const { vineyard_id } = hosted
  const [ann, ben] = hosted.hosts
  const [walk, cellar] = [sessionAt(hosted, 0), sessionAt(hosted, 1)]
  const more = { title: 'Press', host_id: ann.id, duration_minutes: 90, max_group_size: null }
  const press = await makeExperience(sql, { vineyard_id, ...more })
  // The first of these sessions ends when Cellar begins, and the other session has no guests.
  const early = await makePattern(sql, { experience_id: press.id, start_time: '10:30' })
  await makePattern(sql, { experience_id: press.id, start_time: '12:15' })
  await book(sql, press, { pattern_id: early.id, slot_date: day }, 1, now)
  await book(sql, walk.experience, walk.slot, 1, now)
  await book(sql, cellar.experience, cellar.slot, 6, now)
  expect(await set(hosted, 1, ann.id)).toMatchObject({
    problem: { sentence: 'This host can take 6 people at once, and already has Walk at 11:00 AM (1 guest).' },
  })
  expect(await set(hosted, 0, ben.id)).toMatchObject({ ok: true })
  expect(await set(hosted, 1, ann.id)).toMatchObject({ ok: true })
})

test('a session keeps a host who is over capacity, and has the host of its experience if staff choose no other host', async () => {
  const hosted = await makeHosted()
  const [ann, ben] = hosted.hosts
  const walk = sessionAt(hosted, 0)
  await book(sql, walk.experience, walk.slot, 5, now)
  await sql`update hosts set capacity = 2 where id = ${ann.id}`
  expect(await set(hosted, 0, ann.id)).toMatchObject({ ok: true })
  await sql`update experiences set host_id = ${ben.id} where id = ${walk.experience.id}`
  expect(await remaining(hosted, 1)).toBe(4)
  expect(await set(hosted, 0, null)).toMatchObject({ ok: true })
})

// Negative control: this test fails if reopen_call_off checks the host of the experience, who has no guests.
test('reopening a called-off session needs places at the session’s own host, unless staff overbook', async () => {
  const hosted = await makeHosted()
  const [walk, cellar] = [sessionAt(hosted, 0), sessionAt(hosted, 1)]
  expect(await set(hosted, 0, hosted.hosts[1].id)).toMatchObject({ ok: true })
  await book(sql, walk.experience, walk.slot, 5, now)
  const session = { vineyard_id: hosted.vineyard_id, day, slots: [walk.slot] }
  const off = await callOff(sql, { ...session, reason: 'weather', message: '' }, { by }, now)
  const id = (off.ok && off.value.id) || ''
  await book(sql, cellar.experience, cellar.slot, 8, now)
  expect(await reopen(sql, id, { by, overbook: false }, now)).toMatchObject({
    problem: { kind: 'full', over: 4 },
  })
  expect(await reopen(sql, id, { by, overbook: true }, now)).toMatchObject({ ok: true })
  expect(await findInconsistencies(sql, now)).toEqual([])
})

test('owners and managers set hosts of their own vineyard, staff at the gate cannot, and the audit log records each change', async () => {
  const [own, other] = [await makeHosted(), await makeHosted()]
  const put = async (role: string, of: Hosted, host_id: string | null) => {
    const { experience, slot } = sessionAt(of, 0)
    const answer = await visit('/api/sessions/host', {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        ...signedIn(await makeWinemaker(sql, { vineyard_id: own.vineyard_id, role })),
      },
      body: JSON.stringify({ experience_id: experience.id, slot: `${slot.pattern_id}-${day}`, host_id }),
    })
    return answer.status
  }
  expect(await put('manager', own, own.hosts[1].id)).toBe(204)
  expect(await put('gate', own, null)).toBe(403)
  expect(await put('owner', own, other.hosts[0].id)).toBe(404)
  expect(await put('owner', other, null)).toBe(404)
  const audit = await sql`
    select before, after from audit_trail where noun = 'session' and vineyard_id = ${own.vineyard_id}`
  expect([...audit]).toEqual([
    { before: { host: 'Ann' }, after: { host: 'Ben', session: 'Walk, 2026-06-06 11:00' } },
  ])
})

type Visit = { session: number; guests: number; id: string }

/** Returns the places left in a session by counting the guests of its host minute by minute. */
function leftByModel(
  { sessions, hosts }: Hosted,
  own: (string | null)[],
  visits: Visit[],
  n: number,
): number {
  const hostOf = (session: number) => own[session] ?? sessions[session]?.usual ?? null
  const guestsOf = (session: number) =>
    visits.filter((each) => each.session === session).reduce((sum, { guests }) => sum + guests, 0)
  const host = hosts.find(({ id }) => id === hostOf(n))
  const start = sessions[n]?.start ?? 0
  const minutes = Array.from({ length: 90 }, (_, minute) => start + minute)
  const isOn = (session: number, minute: number) => {
    const begins = sessions[session]?.start ?? 0
    return begins <= minute && minute < begins + 90
  }
  const present = minutes.map((minute) =>
    sessions.reduce(
      (sum, _, session) =>
        sum + (hostOf(session) === host?.id && isOn(session, minute) ? guestsOf(session) : 0),
      0,
    ),
  )
  const atHost = host ? host.capacity - Math.max(...present) : Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(8 - guestsOf(n), atHost))
}

// Negative control: without the sessions that a host took over, host_guests counts too few people.
test('after random bookings, cancellations and changes of hosts, the places, refusals and clashes match a plain model', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('book' as const), n: fc.nat(2), guests: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ does: fc.constant('host' as const), n: fc.nat(2), guests: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ does: fc.constant('cancel' as const), n: fc.nat(5), guests: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const hosted = await makeHosted()
      const own: (string | null)[] = [null, null, null]
      let visits: Visit[] = []
      for (const { does, n, guests } of steps) {
        if (does === 'book') {
          const { experience, slot } = sessionAt(hosted, n)
          const fits = guests <= leftByModel(hosted, own, visits, n)
          const id = await book(sql, experience, slot, guests, now).catch(({ message }: Error) => message)
          if (!fits) expect(id).toContain('"kind":"full"')
          if (fits) visits.push({ session: n, guests, id })
        } else if (does === 'cancel') {
          const gone = visits[n]
          if (gone) await changeBookingStatus(sql, gone.id, 'cancelled', { by }, now)
          visits = visits.filter((each) => each !== gone)
        } else {
          const host_id = guests === 2 ? null : (hosted.hosts[guests]?.id ?? null)
          const usual = sessionAt(hosted, n).usual
          const after = own.with(n, host_id === usual ? null : host_id)
          const without = visits.filter(({ session }) => session !== n)
          const party = visits
            .filter(({ session }) => session === n)
            .reduce((sum, each) => sum + each.guests, 0)
          const changes = (own[n] ?? usual) !== (after[n] ?? usual)
          const fits = !changes || party <= leftByModel(hosted, after, without, n)
          expect((await set(hosted, n, host_id)).ok).toBe(fits)
          if (fits) own[n] = after[n] ?? null
        }
        for (const session of [0, 1, 2])
          expect(await remaining(hosted, session)).toBe(leftByModel(hosted, own, visits, session))
      }
      expect(await findInconsistencies(sql, now)).toEqual([])
    }),
    { numRuns: Number(process.env.HOLD_RUNS ?? 8) },
  )
})
