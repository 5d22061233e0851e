import { useFetcher } from 'react-router'

import { formatCount } from '../../platform/counts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Facts } from '../../ui/ticket.tsx'
import { ErasePerson } from './erase-person.tsx'
import { keptIn } from '../stored-data.ts'
import type { Erasure } from '../person-actions.tsx'

type Copy = Parameters<typeof keptIn>[0] & { email: string }

/** Focuses the result of a lookup or an erasure. */
const bringHere = (heading: HTMLElement | null) => heading?.focus()

/** The data stored about a person: counts, a copy to hand out, and the erasure. */
export function PersonKept({ copy }: { copy: Copy }) {
  const erasing = useFetcher<Erasure>()
  const kept = keptIn(copy)
  if (erasing.data && !erasing.data.failed) return <Gone email={copy.email} said={erasing.data.said} />
  if (kept.every(({ count }) => count === 0))
    return (
      <div role="status">
        <Empty title="Nothing is kept about this address">
          Nobody booked, wrote or signed in with {copy.email}, or they are forgotten already.
        </Empty>
      </div>
    )
  return (
    <section className="panel stack" aria-labelledby="kept">
      <h2 id="kept" ref={bringHere} tabIndex={-1}>
        What is kept about {copy.email}
      </h2>
      <Facts
        variant="sumlist"
        items={kept.map(({ term, count }) => ({ term, value: count === 0 ? 'None' : formatCount(count) }))}
      />
      <div className="row">
        <Button type="button" icon="download" onClick={() => save(copy)}>
          Save the copy as JSON
        </Button>
        <ErasePerson email={copy.email} erasing={erasing} />
      </div>
    </section>
  )
}

function Gone({ email, said }: { email: string; said: string }) {
  return (
    <section className="panel stack" aria-labelledby="gone">
      <h2 id="gone" ref={bringHere} tabIndex={-1}>
        {email} is forgotten
      </h2>
      <Notice tone="good" role="status">
        {said} Counters and revenue stand as they were.
      </Notice>
    </section>
  )
}

function save(copy: Copy): void {
  saveFile('personal-data.json', JSON.stringify(copy, null, 2), 'application/json')
}
