import { useState } from 'react'
import { Form } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ShownSource } from '../calendar-data.tsx'
import { hostOf } from '../source-labels.ts'

/** What can be done about a calendar that closes slots. */
export function SourceActions({ source: { id, url } }: { source: ShownSource }) {
  const [asking, setAsking] = useState(false)
  const host = hostOf(url)
  const close = () => setAsking(false)
  return (
    <>
      <Form method="post" className="row act-row" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button small name="intent" value="sync">
          Sync now<span className="sr">: {host}</span>
        </Button>
        <Button small variant="danger" type="button" onClick={() => setAsking(true)}>
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
          <Button variant="danger" name="intent" value="remove">
            Take away
          </Button>
        </Form>
      </Dialog>
    </>
  )
}
