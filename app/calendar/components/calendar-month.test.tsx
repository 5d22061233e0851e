import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { aSession } from '../../../test/session.ts'
import { CalendarMonth } from './calendar-month.tsx'
import type { Session } from '../../bookings/session.ts'

const today = '2026-06-15'
const session = (changes: Partial<Session>) => aSession({ slot_date: today, ...changes })

/** What a day of the month says, below its number. */
function saidOn(day: string, sessions: Session[]): string {
  const month = renderToStaticMarkup(
    <MemoryRouter>
      <CalendarMonth
        on={day}
        today={today}
        sessions={sessions}
        closed={new Map()}
        toDay={(day) => `?on=${day}`}
      />
    </MemoryRouter>,
  )
  const cell = month.match(new RegExp(`<a[^>]*on=${day}.*?</a>`))?.[0] ?? ''
  return cell.replace(/^.*<\/progress>/, '').replace(/<[^>]*>/g, '')
}

test('a day to come says what is left, a day gone by says who came', () => {
  const begun = { slot_date: '2026-06-10', has_begun: true }
  expect(saidOn('2026-06-20', [session({ slot_date: '2026-06-20', remaining: 9, guests: 3 })])).toBe(
    '9 left · 3 guests',
  )
  expect(saidOn('2026-06-10', [session({ ...begun, remaining: 9, guests: 3 })])).toBe('3 came')
  expect(saidOn('2026-06-10', [session({ ...begun, remaining: 7, guests: 5, no_shows: 2 })])).toBe(
    '3 came, 2 did not',
  )
  expect(saidOn('2026-06-10', [session(begun)])).toBe('No guests')
  expect(saidOn('2026-06-10', [session({ ...begun, remaining: 0, guests: 14 })])).toBe('14 came')
})

test('today only what has not begun is left', () => {
  const morning = session({ has_begun: true, remaining: 8, guests: 4 })
  expect(saidOn(today, [morning, session({ remaining: 5, guests: 7 })])).toBe('5 left · 11 guests')
  expect(saidOn(today, [morning])).toBe('4 came')
})
