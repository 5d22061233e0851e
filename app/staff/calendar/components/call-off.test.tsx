import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import { sampleSession } from '../../../../test/session.ts'
import { CallOff } from './call-off.tsx'

const day = '2026-06-15'
const at = (start_time: string, has_begun = false) => sampleSession({ slot_date: day, start_time, has_begun })

function markupOf(today: string, sessions: Parameters<typeof CallOff>[0]['sessions']): string {
  const element = <CallOff asks day={day} today={today} sessions={sessions} parties={[]} />
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('the boxes of the sessions are one field, with one sentence if none of them is ticked', () => {
  const boxes = markupOf(day, [at('11:00:00'), at('15:00:00')]).match(/<input[^>]*type="checkbox"[^>]*>/g)
  expect(boxes).toHaveLength(2)
  for (const box of boxes ?? [])
    expect(box).toMatch(/(?=.*name="session")(?=.*data-missing="Choose at least one session\.")/)
})

/** Returns the labels of the buttons that choose a part of the day. */
function partsOf(today: string, sessions = [at('11:00:00'), at('15:00:00'), at('19:00:00')]): string[] {
  return [...markupOf(today, sessions).matchAll(/>((?:This|Only the) \w+)</g)].map(([, label = '']) => label)
}

test('buttons choose which part of the day to call off, and their labels begin with “This” if the day is today', () => {
  expect(partsOf(day)).toEqual(['This morning', 'This afternoon', 'This evening'])
  expect(partsOf('2026-06-14')).toEqual(['Only the morning', 'Only the afternoon', 'Only the evening'])
  // Sessions that have begun cannot be called off, and a single part needs no choice.
  expect(partsOf(day, [at('11:00:00', true), at('15:00:00'), at('19:00:00')])).toEqual([
    'This afternoon',
    'This evening',
  ])
  expect(partsOf(day, [at('11:00:00', true), at('15:00:00')])).toEqual([])
})
