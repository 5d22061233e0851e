import { Form, Link } from 'react-router'

import { formatTime } from '../../../platform/days.ts'
import { formatMoney } from '../../../platform/money.ts'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { nameOf, type Stop } from '../itinerary.ts'
import type { SwapDone, SwapOffer, SwapOption } from './swap.server.ts'
import './visits.css'

/** Returns the id of the element in which a stop can be swapped, so that links can lead to that element. */
function swapAnchor(stop: string): string {
  return `swap-${stop}`
}

/**
 * Shows a link to the visits that fit in place of a stop. The page that the link opens shows these visits as buttons
 * that swap the stop. `path` is the path of the page, with the edit key if the address must contain the key.
 */
export function SwapVisit({
  stop,
  offer,
  version,
  path,
}: {
  stop: Stop
  offer: SwapOffer | null
  version: number
  path: string
}) {
  const name = nameOf(stop)
  if (offer?.stop !== stop.id)
    return (
      <p className="no-print" id={swapAnchor(stop.id)}>
        <Link
          className="small"
          to={`${path}${path.includes('?') ? '&' : '?'}swap=${stop.id}#${swapAnchor(stop.id)}`}
          preventScrollReset
        >
          Other times, or another vineyard here<span className="sr"> instead of {name}</span>
        </Link>
      </p>
    )
  const { own, others } = offer
  return (
    <section
      className="swap no-print"
      id={swapAnchor(stop.id)}
      aria-label={`Other times, or another vineyard instead of ${name}`}
    >
      <Form method="post" action={path} preventScrollReset>
        <HiddenFields values={{ intent: 'swap', version, stop: stop.id }} />
        <h4>Other times</h4>
        {own ? <Starts option={own} /> : <p className="soft">No other time that day fits into your plan.</p>}
        <h4>Another vineyard here</h4>
        {others.length === 0 && <p className="soft">No other vineyard nearby fits into your plan.</p>}
        {others.map((option) => (
          <div key={option.experience.id} className="swap-other">
            <p>
              <strong>{option.vineyard.name}</strong>
              {option.vineyard.city && <span className="soft">, {option.vineyard.city}</span>}
            </p>
            <p className="soft small">
              {option.experience.title},{' '}
              {formatMoney(option.experience.price_per_person, option.experience.currency)} per person
            </p>
            <Starts option={option} />
          </div>
        ))}
      </Form>
      <p>
        <Link className="small" to={path} preventScrollReset>
          Keep {name} as it is
        </Link>
      </p>
    </section>
  )
}

function Starts({ option: { vineyard, experience, starts } }: { option: SwapOption }) {
  return (
    <p className="row">
      {starts.map((start) => (
        <Button key={start} small name="choice" value={`${experience.id}|${start}`}>
          {formatTime(start)}
          <span className="sr"> at {vineyard.name}</span>
        </Button>
      ))}
    </p>
  )
}

/** Says that a visit was swapped, with a button that undoes the swap. Takes the focus, because the pressed button is gone. */
export function SwappedNotice({
  done: { stop, before, isBack },
  version,
  path,
}: {
  done: SwapDone
  version: number
  path: string
}) {
  return (
    <div ref={focusOn} tabIndex={-1} className="space-above-small">
      <Notice tone="good">
        <Form method="post" action={path} className="row" preventScrollReset>
          <span>
            {isBack ? 'The visit is as it was' : 'The visit is swapped'}, and the day’s times are worked out
            again. {!isBack && 'It is not booked yet.'}
          </span>
          <HiddenFields values={{ version, stop, ...before }} />
          <Button small name="intent" value="swap_back">
            Undo
          </Button>
        </Form>
      </Notice>
    </div>
  )
}
