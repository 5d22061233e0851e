import type { z } from 'zod'

import { dayOf, formatDayInList } from '../../../platform/days.ts'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import type { optInShape } from '../reseller.shapes.ts'

type OptIn = z.infer<typeof optInShape>

/** Lists the resellers that a vineyard allows, or may allow, to sell its experiences. Needs `Toasts`. */
export function OptInSection({ vineyardId, optIns }: { vineyardId: string; optIns: OptIn[] }) {
  return (
    <section className="stack-sm" aria-labelledby="resellers">
      <h2 id="resellers" className="page-part">
        Resellers
      </h2>
      <p className="soft">
        A reseller that you switch on sells your experiences on its own site, as long as they have instant
        confirmation and you let resellers sell them. The reseller sees only its own bookings. If you switch
        the reseller off, the places that it holds are released at once. Its bookings stay, and the reseller
        can still cancel them.
      </p>
      {optIns.length === 0 ? (
        <Empty title="No reseller yet" level="h3">
          Resellers that join Chalk & Vine appear here. A reseller sells your experiences only if you switch
          it on.
        </Empty>
      ) : (
        <DataTable caption="Resellers" columns={columnsAt(vineyardId)} rows={optIns} sort="" />
      )}
    </section>
  )
}

const columnsAt = (vineyard_id: string): Column<OptIn>[] => [
  {
    head: 'Reseller',
    place: 'name',
    cell: ({ name, is_active, opted_in_at }) => (
      <>
        {name}
        <br />
        <span className="soft small">
          {!is_active
            ? 'Switched off by us for now'
            : opted_in_at
              ? `Since ${formatDayInList(dayOf(new Date(opted_in_at)))}`
              : 'Does not sell your vineyard'}
        </span>
      </>
    ),
  },
  {
    head: 'Sells your experiences',
    place: 'actions',
    cell: ({ id, name, opted_in_at }) => (
      <Switch
        label="May sell"
        of={name}
        on={opted_in_at !== null}
        fields={{ intent: 'opt_in', id, name, vineyard_id }}
      />
    ),
  },
]
