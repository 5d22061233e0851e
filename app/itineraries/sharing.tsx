import { Form } from 'react-router'

import { Button } from '../ui/button.tsx'

/** A link for the others, which shows the day and nothing that lets one change or cancel it. */
export function Sharing({ share }: { share: string | null }) {
  return (
    <section className="sharing" aria-labelledby="sharing">
      <h2 id="sharing">Share the day</h2>
      {share === null ? (
        <>
          <p>
            A link shows the stops and their times, without names, numbers or bookings. You can withdraw it.
          </p>
          <Form method="post" preventScrollReset>
            <Button name="intent" value="share">
              Make a link
            </Button>
          </Form>
        </>
      ) : (
        <>
          <p>
            <label className="field">
              Anybody with this link sees the day
              <input
                className="in"
                readOnly
                value={share}
                onFocus={(event) => event.currentTarget.select()}
              />
            </label>
          </p>
          <Form method="post" preventScrollReset>
            <Button look="danger" name="intent" value="withdraw">
              Withdraw the link
            </Button>
          </Form>
        </>
      )}
    </section>
  )
}
