import { useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'

import { problemSentence } from '../../staff-client/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { OnDevice } from '../device-itineraries.ts'
import { keyOnDevice } from '../itinerary-key.ts'
import { bringToDevice, type InAccount, itinerariesInAccount, leaveAccount } from '../account-itineraries.ts'

/** Without the key where this browser stores it. */
function addressWith({ id, key }: OnDevice): string {
  const path = href('/itinerary/:id', { id })
  return keyOnDevice(id) === key ? path : `${path}?key=${key}`
}

/** The itineraries of the visitor signed in here that were made on other devices. `here` are the ids of this one's. */
export function FromOtherDevices({ here }: { here: string[] }) {
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
    const given = await bringToDevice(id)
    if (given.ok) await navigate(addressWith(given.value))
    else setProblem(problemSentence(given.problem))
  }
  async function leave(id: string) {
    const left = await leaveAccount(id)
    if (left.ok) setInAccount((own) => own.filter((one) => one.id !== id))
    else setProblem(problemSentence(left.problem))
  }
  return (
    <section aria-labelledby="elsewhere">
      <h2 id="elsewhere">Yours, from other devices</h2>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <ul className="plain found">
        {elsewhere.map(({ id, title }) => (
          <li key={id} className="between">
            <Button variant="text" type="button" onClick={() => void open(id)}>
              {title}
            </Button>
            <Button small variant="text" type="button" onClick={() => void leave(id)}>
              Take off my account<span className="sr">: {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
