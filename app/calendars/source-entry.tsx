import { useState } from 'react'
import { Form } from 'react-router'

import { formatMoment } from '../platform/days.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import type { ShownSource } from './calendar-desk.tsx'
import { sourceProblems } from './calendar-source.ts'
import { hostOf, closesWords, stateOf } from './source-words.ts'

/** A calendar that closes slots: how it does, and what can be done about it. `named` says whose it is. */
export function SourceEntry({ source, named }: { source: ShownSource; named: boolean }) {
  const [asking, setAsking] = useState(false)
  const { id, url, vineyard_name, experience_title, succeeded_at, next_check_at, problem } = source
  const host = hostOf(url)
  const close = () => setAsking(false)
  return (
    <li>
      <div>
        <strong>{host}</strong> <StatusPill {...stateOf(source)} />
        <br />
        <span className="soft small">
          {named && `${vineyard_name}, `}
          {experience_title ?? 'all experiences'}: {closesWords(source.closes)}
        </span>
        <details className="small">
          <summary>Its address</summary>
          <span className="address">{url}</span>
        </details>
      </div>
      <div className="small">
        {problem && (
          <p>
            {sourceProblems[problem]} {succeeded_at && 'What it said last holds.'}
          </p>
        )}
        <span className="soft">
          {succeeded_at ? `Last answered ${formatMoment(succeeded_at)}` : 'Has not answered yet'}
          <br />
          Asked {problem ? 'again' : 'next'} {formatMoment(next_check_at)}
        </span>
      </div>
      <Form method="post" className="row" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button small name="intent" value="sync">
          Sync now<span className="sr">: {host}</span>
        </Button>
        <Button small look="danger" type="button" onClick={() => setAsking(true)}>
          Take away<span className="sr"> {host}</span>
        </Button>
      </Form>
      <Dialog open={asking} onClose={close} title="Take this calendar away?">
        <p>What it closes can be booked again at once. Closures of your own stay.</p>
        <Form method="post" className="row" preventScrollReset onSubmit={close}>
          <input type="hidden" name="id" value={id} />
          <Button type="button" onClick={close}>
            Keep
          </Button>
          <Button look="danger" name="intent" value="remove">
            Take away
          </Button>
        </Form>
      </Dialog>
    </li>
  )
}
