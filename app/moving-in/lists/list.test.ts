import { expect, test } from 'vitest'

import { readBookings } from '../bookings/booking-file.server.ts'
import { readList as readVineyards } from '../vineyards/vineyard-import.ts'
import { readListNow } from './read-list.server.ts'

const bytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))
const columns = { reference: 0, experience: 1, date: 2, time: 3, guests: 4, guest_name: 5 }
const bookings = (...lines: string[]) => readBookings({ bytes: bytes(...lines), columns }, '2026-06-03')
const ada = 'R1,Cellar tour,13/06/2026,14:30,2,Ada'
const bo = 'R2,Cellar tour,13/06/2026,14:30,2,Bo'

test('a list without a header keeps its first row if staff choose the columns', () => {
  const [two, one] = [bookings(ada, bo), bookings(ada)]
  expect(two).toMatchObject({
    value: { others: [], coming: [{ line: 1, guest_name: 'Ada' }, { guest_name: 'Bo' }] },
  })
  expect(one).toMatchObject({ value: { coming: [{ line: 1, guest_name: 'Ada' }] } })
  const experiences = { bytes: bytes('Gala,20', 'Picnic,15'), columns: { title: 0, price_per_person: 1 } }
  expect(readListNow('experiences', experiences)).toMatchObject({
    value: { read: [{ name: 'Gala' }, { name: 'Picnic' }] },
  })
})

test('names the line of a header without any known heading', () => {
  expect(bookings('Nummer,Was,Wann,Um,Zahl,Wer', bo)).toMatchObject({
    value: { coming: [{ line: 2 }], others: [{ line: 1, text: 'Nummer Was Wann Um Zahl Wer' }] },
  })
})

test('semicolons, bars and tabs in notes do not change the separator that is found', () => {
  const marks = (mark: string) => Array.from({ length: 30 }, (_, n) => `${n}`).join(mark)
  const head = 'Reference,Experience,Date,Time,Guests,Name,Notes'
  for (const mark of [';', '|', '\t'])
    expect(bookings(head, `${ada},${marks(mark)}`, `${bo},${marks(mark)}`)).toMatchObject({
      value: { broken: [], coming: [{ guest_name: 'Ada' }, { guest_name: 'Bo' }] },
    })
  const vineyards = bytes('name,city,description', `Gala,Bath,${marks(';')}`)
  expect(readVineyards(vineyards, 'test')).toMatchObject({
    value: { entries: [{ name: 'Gala' }], refusals: [] },
  })
})

test('refuses a file whose only line is read as the header', () => {
  const problem = 'Nothing follows line 1, which was read as the header.'
  const json = { bytes: bytes('[{"reference":"R1","guests":2}]') }
  expect(readBookings(json, '2026-06-03')).toEqual({ ok: false, problem })
  expect(readBookings({ bytes: bytes(ada) }, '2026-06-03')).toEqual({ ok: false, problem })
  expect(readListNow('experiences', json)).toEqual({ ok: false, problem })
})
