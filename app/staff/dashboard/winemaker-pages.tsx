import { href } from 'react-router'

import { admits, roleRefusal, integrationPolicy, type Policy } from '../../people/sign-in/policy.ts'
import { teamPolicy } from '../../people/team/team.ts'
import { availabilityPolicy } from '../../availability/availability-policy.ts'
import { bookingPolicy } from '../../bookings/booking-policy.ts'
import { customerPolicy } from '../../bookings/customers/customer.ts'
import { experiencePolicy } from '../../catalogue/experiences/experience-policy.ts'
import { reviewPolicy } from '../../bookings/reviews/review-policy.ts'
import { paymentPolicy } from '../../bookings/payments/payment.ts'
import { reportPolicy } from '../reports/report.ts'
import type { WinemakerRole } from '../../staff-client/account-types.ts'
import type { StaffEntry } from '../../staff-client/staff-shell.tsx'
import { vineyardPolicy } from '../../catalogue/vineyards/vineyard-policy.ts'

/** A page of the winemakers' area, with all pages below it. The menus of the roles in `notFor` leave the page out. */
type WinemakerPage = StaffEntry & { policy: Policy; notFor?: readonly WinemakerRole[] }

/** The pages in the order in which staff need them during a day. A role's home is the first page that it may open. */
export const winemakerPages: WinemakerPage[] = [
  { label: 'Dashboard', to: href('/winemaker/dashboard'), icon: 'home', policy: bookingPolicy.run },
  { label: 'Today', to: href('/winemaker/today'), icon: 'clock', policy: bookingPolicy.today },
  { label: 'Bookings', to: href('/winemaker/bookings'), icon: 'list', policy: bookingPolicy.run },
  {
    label: 'Calendar',
    to: href('/winemaker/calendar'),
    icon: 'calendar',
    policy: availabilityPolicy.readExceptions,
  },
  { label: 'Experiences', to: href('/winemaker/experiences'), icon: 'glass', policy: experiencePolicy.write },
  {
    label: 'Hosts',
    to: href('/winemaker/hosts'),
    icon: 'people',
    policy: experiencePolicy.readHosts,
    notFor: ['owner', 'manager'],
  },
  { label: 'Customers', to: href('/winemaker/customers'), icon: 'people', policy: customerPolicy.read },
  { label: 'Till', to: href('/winemaker/till'), icon: 'pound', policy: paymentPolicy.till },
  { label: 'Vineyard', to: href('/winemaker/vineyard'), icon: 'pin', policy: vineyardPolicy.write },
  { label: 'Reviews', to: href('/winemaker/reviews'), icon: 'post', policy: reviewPolicy.answer },
  { label: 'Reports', to: href('/winemaker/reports'), icon: 'chart', policy: reportPolicy.read },
  { label: 'Team', to: href('/winemaker/team'), icon: 'people', policy: teamPolicy.run },
  {
    label: 'Integrations',
    to: href('/winemaker/integrations'),
    icon: 'globe',
    policy: integrationPolicy.run,
  },
  { label: 'Sync', to: href('/winemaker/calendar-sync'), icon: 'globe', policy: integrationPolicy.run },
]

/** Returns the menu of a role. `waiting` is the number of bookings to confirm. */
export function menuOf(role: WinemakerRole, waiting: number): StaffEntry[] {
  return winemakerPages
    .filter((page) => admits(page.policy, role) && !page.notFor?.includes(role))
    .map(({ label, to, icon }) => ({ label, to, icon, ...(label === 'Bookings' && { waiting }) }))
}

/** Returns the page that a role sees first after signing in. */
export function homeOf(role: WinemakerRole): StaffEntry {
  const home = winemakerPages.find((page) => admits(page.policy, role))
  if (!home) throw new Error(`There is no page for ${role}.`)
  return home
}

/** Returns why a role may not open a path, or null if the role may open it. */
export function refusalAt(pathname: string, role: WinemakerRole): string | null {
  const page = winemakerPages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return page && !admits(page.policy, role) ? roleRefusal(page.policy) : null
}
