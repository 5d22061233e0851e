import type { Dashboard } from '../dashboard.server.ts'
import { placesOf, type Session } from '../../bookings/session.ts'
import { formatCount } from '../../platform/counts.ts'
import { formatDayInList, formatTime } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { nextFree } from '../day-headline.ts'

type Figures = Pick<Dashboard, 'sessions' | 'this_week' | 'last_week'> & { waiting: { total: number } }

/** Four figures: what waits, the week ahead, this week's takings, and where there is room next. */
export function DashboardStrip({ sessions, waiting, this_week, last_week }: Figures) {
  const { taken, places } = placesOf(sessions)
  const free = nextFree(sessions)
  return (
    <dl className="strip space-below">
      <div>
        <dt>Guests this week</dt>
        <dd className="num">
          {formatCount(this_week.guests)}
          <small>{against(this_week.guests, last_week.guests, formatCount)}</small>
        </dd>
      </div>
      <div>
        <dt>Revenue this week</dt>
        <dd className="num">
          {formatMoney(revenueOf(this_week), 'GBP')}
          <small>
            {this_week.earned > 0 &&
              this_week.expected > 0 &&
              `${formatMoney(this_week.expected, 'GBP')} still expected, `}
            {against(revenueOf(this_week), revenueOf(last_week), (sum) => formatMoney(sum, 'GBP'))}
          </small>
        </dd>
      </div>
      <div>
        <dt>Today and 7 days</dt>
        <dd className="num">
          {formatCount(taken)}
          <small>of {formatCount(places)} places</small>
        </dd>
      </div>
      <div>
        <dt>Next free places</dt>
        <dd className="num">
          {free ? formatCount(free.remaining) : 'None'}
          <small>{free ? whenOf(free) : waiting.total > 0 ? 'the week is full' : 'in the next 7 days'}</small>
        </dd>
      </div>
    </dl>
  )
}

const revenueOf = ({ earned, expected }: Figures['this_week']) => earned + expected

function whenOf({ slot_date, start_time }: Session): string {
  return `${formatDayInList(slot_date)}${start_time ? `, ${formatTime(start_time)}` : ''}`
}

function against(now: number, before: number, said: (amount: number) => string): string {
  if (now === before) return 'same as last week'
  return now > before ? `${said(now - before)} up on last week` : `${said(before - now)} down on last week`
}
