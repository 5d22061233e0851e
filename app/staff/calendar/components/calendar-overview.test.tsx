import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { sampleSession } from '../../../../test/session.ts'
import { CalendarMonth } from './calendar-overview.tsx'
import type { Session } from '../../../bookings/sessions/session.ts'

const today = '2026-06-15'
const session = (changes: Partial<Session>) => sampleSession({ slot_date: today, ...changes })

/** Returns the text of a day's cell, without the day's number. */
function cellText(day: string, sessions: Session[]): string {
  const month = renderToStaticMarkup(
    <MemoryRouter>
      <CalendarMonth
        on={day}
        today={today}
        sessions={sessions}
        closed={new Map()}
        toDay={(day) => `?on=${day}`}
        turn={() => {}}
      />
    </MemoryRouter>,
  )
  const cell = month.match(new RegExp(`<a[^>]*on=${day}.*?</a>`))?.[0] ?? ''
  return cell.replace(/^.*<\/progress>/, '').replace(/<[^>]*>/g, '')
}

test('shows places left on future days and guests who came on past days', () => {
  const begun = { slot_date: '2026-06-10', has_begun: true }
  expect(cellText('2026-06-20', [session({ slot_date: '2026-06-20', remaining: 9, guests: 3 })])).toBe(
    '9 left · 3 guests',
  )
  expect(cellText('2026-06-10', [session({ ...begun, remaining: 9, guests: 3, came: 3 })])).toBe('3 came')
  expect(cellText('2026-06-10', [session({ ...begun, remaining: 7, guests: 5, came: 3, no_shows: 2 })])).toBe(
    '3 came, 2 did not',
  )
  expect(cellText('2026-06-10', [session(begun)])).toBe('No guests')
  expect(cellText('2026-06-10', [session({ ...begun, remaining: 0, guests: 14, came: 14 })])).toBe('14 came')
  expect(cellText('2026-06-10', [session({ ...begun, guests: 6, came: 4 })])).toBe('4 came, 2 not marked')
  expect(cellText('2026-06-10', [session({ ...begun, guests: 2 })])).toBe('2 not marked?')
})

test('the cell of today counts places left only in sessions that have not begun', () => {
  const morning = session({ has_begun: true, remaining: 8, guests: 4, came: 4 })
  expect(cellText(today, [morning, session({ remaining: 5, guests: 7 })])).toBe('5 left · 11 guests')
  expect(cellText(today, [morning])).toBe('4 came')
})

test('the guests of a closed session do not make the day overbooked', () => {
  const on = { slot_date: '2026-06-20' }
  const kept = session({ ...on, capacity: 0, remaining: 0, guests: 3 })
  expect(cellText('2026-06-20', [kept, session({ ...on, remaining: 9, guests: 3 })])).toBe(
    '9 left · 6 guests',
  )
  expect(cellText('2026-06-20', [kept])).toBe('closed · 3 guests')
  expect(cellText('2026-06-20', [session({ ...on, capacity: 8, guests: 10 })])).toBe('over by 2 · 10 guests')
})
