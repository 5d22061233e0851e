import { useMemo, useSyncExternalStore, useEffect, useState } from 'react'
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

/** The itineraries made in this browser and in the signed-in visitor's account. Rendered in the browser only. */
export function OwnItineraries() {
  const stored = useSyncExternalStore(watchItineraries, storedItineraries, () => '')
  const own = useMemo(() => readItineraries(stored), [stored])
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
      {own.length > 0 && <OnThisDevice own={own} onRemoved={setRemoved} />}
      <FromOtherDevices here={own.map(({ id }) => id)} />
    </>
  )
}

/** Links to this device's plan for a day, so that visitors who go back do not book a second plan by mistake. */
export function PlanOfDay({ date }: { date: Day }) {
  const stored = useSyncExternalStore(watchItineraries, storedItineraries, () => '')
  const own = readItineraries(stored).find(({ visit_date }) => visit_date === date)
  if (!own) return null
  return (
    <Notice tone="info" role="status">
      You already have a plan for {formatDay(date)}:{' '}
      <Link to={href('/itinerary/:id', { id: own.id })}>{own.title}</Link>. Look at it before you book
      another.
    </Notice>
  )
}

function OnThisDevice({ own, onRemoved }: { own: OnDevice[]; onRemoved: (removed: OnDevice) => void }) {
  const remove = (itinerary: OnDevice) => {
    forgetItineraryOnDevice(itinerary.id)
    onRemoved(itinerary)
  }
  return (
    <section aria-labelledby="own">
      <h2 id="own">Your itineraries on this device</h2>
      <ul className="plain result-list">
        {own.map((itinerary) => (
          <li key={itinerary.id} className="between">
            <Link to={href('/itinerary/:id', { id: itinerary.id })}>{planLabel(itinerary)}</Link>
            <Button small variant="text" type="button" onClick={() => remove(itinerary)}>
              Remove<span className="sr"> {itinerary.title} from this device</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the address of an itinerary's page. It contains the key only if this browser does not store the key. */
function addressWith({ id, key }: OnDevice): string {
  const path = href('/itinerary/:id', { id })
  return keyOnDevice(id) === key ? path : `${path}?key=${key}`
}

/** The signed-in visitor's itineraries from other devices. `here` holds the ids of the itineraries on this device. */
function FromOtherDevices({ here }: { here: string[] }) {
  const [inAccount, setInAccount] = useState<InAccount[]>([])
  const [problem, setProblem] = useState('')
  const navigate = useNavigate()
  useEffect(() => {
    let isShown = true
    void itinerariesInAccount().then((own) => isShown && setInAccount(own))
    return () => {
      isShown = false
    }
  }, [])
  const elsewhere = inAccount.filter(({ id }) => !here.includes(id))
  if (elsewhere.length === 0) return null

  async function open(id: string) {
    const itinerary = await bringToDevice(id)
    if (itinerary.ok) await navigate(addressWith(itinerary.value))
    else setProblem(problemSentence(itinerary.problem))
  }
  async function leave(id: string) {
    const left = await leaveAccount(id)
    if (left.ok) setInAccount((own) => own.filter((itinerary) => itinerary.id !== id))
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
