import type { startApp } from './app.ts'
import { makeExperience, makePattern, makeVineyard, makeWinemaker, signedIn } from './make.ts'

const header = 'Booking ID,Item,Start Date,Start Time,# of Pax,Contact,Email,Phone,Total,Notes,Status'
/** Returns a row of a list of bookings from another system. */
export const rowOf = (
  id: string,
  changes: Partial<
    Record<
      'item' | 'date' | 'time' | 'pax' | 'name' | 'email' | 'phone' | 'total' | 'notes' | 'status',
      string
    >
  > = {},
) => {
  const {
    item = 'Cellar tour',
    date = '13/06/2026',
    time = '2:30 PM',
    pax = '2',
    name = 'Ada Lovelace',
    email = 'ada@example.com',
    phone = '01632 960123',
    total = '',
    notes = '',
    status = 'Confirmed',
  } = changes
  return [id, item, date, time, pax, name, email, phone, total, notes, status].join(',')
}
export const listOf = (...rows: string[]) => [header, ...rows].join('\n')

export type ImportedRow = { line: number; outcome: string; notes: string[]; id: string | null }

/** Makes a vineyard with a daily Cellar tour at 2:30 PM and a winemaker who imports bookings. */
export async function makeMovingIn(
  { sql, visit }: Pick<Awaited<ReturnType<typeof startApp>>, 'sql' | 'visit'>,
  capacity = 10,
) {
  const { id: vineyard_id } = await makeVineyard(sql)
  const experience = await makeExperience(sql, { vineyard_id, external_reference: 'P1' })
  const pattern = await makePattern(sql, { experience_id: experience.id, capacity })
  const headers = signedIn(await makeWinemaker(sql, { vineyard_id }))
  const send = async (
    text: string | Uint8Array<ArrayBuffer>,
    path = '',
    extra = {},
    as: Record<string, string> = headers,
  ) => {
    const response = await visit(`/api/booking_imports${path}`, {
      method: 'POST',
      headers: { ...as, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        vineyard_id,
        name: 'bookings.csv',
        content: (typeof text === 'string' ? new TextEncoder().encode(text) : text).toBase64(),
        ...extra,
      }),
    })
    return { status: response.status, ...(await response.json()) }
  }
  /** Imports all parts of a list, as the screen does. */
  const importAll = async (text: string, extra = {}) => {
    const rows: ImportedRow[] = []
    for (let from: number | null = 0; from !== null; ) {
      const part: { rows: ImportedRow[]; next: number | null } = await send(text, '', { from, ...extra })
      rows.push(...part.rows)
      from = part.next
    }
    return rows
  }
  const stored = () => sql`
    select external_reference, guest_name, booking_date, number_of_guests, total_price, status, channel, is_overbooked
    from bookings where vineyard_id = ${vineyard_id} order by external_reference, guest_name, booking_date, number_of_guests`
  const emails = () => sql`
    select m.email_type from emails m join bookings b on b.id = m.booking_id where b.vineyard_id = ${vineyard_id}
    order by m.created_at, m.email_type`
  return { vineyard_id, experience, pattern, headers, send, importAll, stored, emails }
}
