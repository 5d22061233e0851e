import { useEffect, useState, useSyncExternalStore } from 'react'
import { href, Link, useNavigate } from 'react-router'

import { type Day, formatDay, isDay } from '../../../platform/days.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { Button } from '../../../ui/button.tsx'
import {
  forgetItineraryOnDevice,
  keepItineraryOnDevice,
  type OnDevice,
  readItineraries,
  storedItineraries,
  watchItineraries,
  keyOnDevice,
} from '../device-itineraries.ts'
import { problemSentence } from '../../../staff-client/call.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { bringToDevice, type InAccount, itinerariesInAccount, leaveAccount } from '../account-itineraries.ts'

/** Returns the itineraries of this browser, newest first; none before hydration. */
export function useDeviceItineraries(): OnDevice[] {
  return readItineraries(useSyncExternalStore(watchItineraries, storedItineraries, () => ''))
}

/** Returns the itineraries that are in the visitor's account but not on this device, and a function that drops one of them. */
export function useItinerariesElsewhere() {
  const own = useDeviceItineraries()
  const [inAccount, setInAccount] = useState<InAccount[]>([])
  useEffect(() => {
    let isShown = true
    void itinerariesInAccount().then((found) => isShown && setInAccount(found))
    return () => {
      isShown = false
    }
  }, [])
  return {
    elsewhere: inAccount.filter(({ id }) => !own.some((other) => other.id === id)),
    drop: (id: string) => setInAccount((known) => known.filter((itinerary) => itinerary.id !== id)),
  }
}

/** The itineraries made in this browser and in the signed-in visitor's account. Rendered in the browser only. */
export function OwnItineraries() {
  const own = useDeviceItineraries()
  const [removed, setRemoved] = useState<OnDevice | null>(null)
  return (
    <>
      {removed && (
        <Notice tone="info" role="status">
          <p className="row">
            <span>{removed.title} was removed from this device, which can no longer change the plan.</span>
            <Button
              small
              type="button"
              onClick={() => {
                keepItineraryOnDevice(removed)
                setRemoved(null)
              }}
            >
              Undo
            </Button>
          </p>
        </Notice>
      )}
      {own.length > 0 && (
        <section aria-labelledby="own">
          <h2 id="own">Your itineraries on this device</h2>
          <ul className="plain result-list">
            {own.map((itinerary) => (
              <li key={itinerary.id} className="between">
                <Link to={href('/itinerary/:id', { id: itinerary.id })}>{planLabel(itinerary)}</Link>
                <Button
                  small
                  variant="text"
                  type="button"
                  onClick={() => {
                    forgetItineraryOnDevice(itinerary.id)
                    setRemoved(itinerary)
                  }}
                >
                  Remove<span className="sr"> {itinerary.title} from this device</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <FromOtherDevices />
    </>
  )
}

/** Links to this device's itinerary for a day, so that visitors who go back do not book a second itinerary by mistake. */
export function PlanOfDay({ date }: { date: Day }) {
  const own = useDeviceItineraries().find(({ visit_date }) => visit_date === date)
  if (!own) return null
  return (
    <Notice tone="info" role="status">
      You already have a plan for {formatDay(date)}:{' '}
      <Link to={href('/itinerary/:id', { id: own.id })}>{own.title}</Link>. Look at it before you book
      another.
    </Notice>
  )
}

/** The signed-in visitor's itineraries from other devices */
function FromOtherDevices() {
  const { elsewhere, drop } = useItinerariesElsewhere()
  const [problem, setProblem] = useState('')
  const navigate = useNavigate()
  if (elsewhere.length === 0) return null

  async function open(id: string) {
    const itinerary = await bringToDevice(id)
    if (!itinerary.ok) return setProblem(problemSentence(itinerary.problem))
    const { key } = itinerary.value
    // The address contains the key only if this browser does not store the key.
    await navigate(href('/itinerary/:id', { id }) + (keyOnDevice(id) === key ? '' : `?key=${key}`))
  }
  async function leave(id: string) {
    const left = await leaveAccount(id)
    if (left.ok) drop(id)
    else setProblem(problemSentence(left.problem))
  }
  return (
    <section aria-labelledby="elsewhere">
      <h2 id="elsewhere">Your itineraries from other devices</h2>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <ul className="plain result-list">
        {elsewhere.map(({ id, title }) => (
          <li key={id} className="between">
            <Button variant="text" type="button" onClick={() => void open(id)}>
              {title}
            </Button>
            <Button small variant="text" type="button" onClick={() => void leave(id)}>
              Remove from my account<span className="sr">: {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the title, the day and the party, such as 'A day near Lewes, Saturday 5 December 2026, 2 guests'. */
export function planLabel({ title, visit_date, party }: OnDevice): string {
  return [
    title,
    isDay(String(visit_date)) && formatDay(String(visit_date)),
    Number.isInteger(party) && countOf(Number(party), 'guest'),
  ]
    .filter(Boolean)
    .join(', ')
}
