import ICAL from 'ical.js'
import { afterAll, expect, test } from 'vitest'

import { type CalendarEntry, bookingCalendar } from './booking-calendar.server.ts'

const event: CalendarEntry = {
  reference: 'CV-7K3M-2Q',
  status: 'confirmed',
  is_called_off: false,
  starts_at: new Date('2026-06-06T13:30:00Z'),
  ends_at: new Date('2026-06-06T15:00:00Z'),
  updated_at: new Date('2026-06-01T09:00:00Z'),
  sequence: 2,
  title: 'Cellar tour; with "cheese", bread & a \\ – at Windover Hill',
  location: '1 Windover Lane, Alfriston',
  description: 'Please arrive early.\nReference CV-7K3M-2Q; BEGIN:VEVENT',
  link: 'https://site.test/booking/1',
}
const zone = process.env.TZ
afterAll(() => {
  process.env.TZ = zone ?? 'UTC'
})

/** Reads a calendar file with an independent library, which applies the time zone rules in the file. */
function read(of: CalendarEntry) {
  const { content, method } = bookingCalendar(of, 'bookings@site.test')
  const calendar = new ICAL.Component(ICAL.parse(content))
  const zoneRules = calendar.getFirstSubcomponent('vtimezone')
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('An event is missing.')
  if (zoneRules) ICAL.TimezoneService.register(new ICAL.Timezone(zoneRules))
  const found = new ICAL.Event(component)
  return {
    content,
    method,
    calendar,
    component,
    found,
    start: found.startDate.toJSDate(),
    end: found.endDate.toJSDate(),
  }
}

test('writes lines of at most 75 octets, and changes no text', () => {
  const { content, found, component } = read(event)
  expect(found.summary).toBe(event.title)
  expect(found.location).toBe(event.location)
  expect(found.description).toBe(event.description)
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  for (const line of content.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(content.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

test('writes correct instants on both days when the clocks change, whatever the time zone of the process', () => {
  const instants = [
    ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
    ['2026-03-29T09:00:00Z', '2026-03-29T10:30:00Z'],
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z'],
    ['2026-10-25T14:30:00Z', '2026-10-25T16:00:00Z'],
    ['2026-10-24T22:00:00Z', '2026-10-25T02:00:00Z'],
  ] as const
  for (const TZ of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    process.env.TZ = TZ
    for (const [from, to] of instants) {
      const { start, end } = read({ ...event, starts_at: new Date(from), ends_at: new Date(to) })
      expect([start.toISOString(), end.toISOString()], `${from} in ${TZ}`).toEqual([
        new Date(from).toISOString(),
        new Date(to).toISOString(),
      ])
    }
  }
})

test('cancels the entry of a called-off session, and restores the entry when the booking moves', () => {
  const off = read({ ...event, is_called_off: true, sequence: 3 })
  expect(off.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect([off.method, off.found.summary]).toEqual(['CANCEL', `Called off: ${event.title}`])
  const moved = read({ ...event, sequence: 4 })
  expect([moved.method, moved.found.uid]).toEqual(['PUBLISH', off.found.uid])
})

test('a later file of a booking updates its calendar entry, and the file of a cancelled booking removes the entry', () => {
  const first = read(event)
  const last = read({ ...event, status: 'cancelled', sequence: 3 })
  expect(last.found.uid).toBe(first.found.uid)
  expect([first.found.sequence, last.found.sequence]).toEqual([2, 3])
  expect([first.method, last.method]).toEqual(['PUBLISH', 'CANCEL'])
  expect(last.calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(last.component.getFirstPropertyValue('status')).toBe('CANCELLED')
})
