import { href } from 'react-router'

import type { WinemakerRole } from '../../../staff-client/account-types.ts'
import { useSignOut } from '../../../staff-client/sign-out.tsx'
import type { StaffEntry } from '../../../staff-client/staff-shell.tsx'
import { countStoredEntries, signOutWinemaker } from '../../../staff-client/winemaker-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { TodayStore } from '../today-store.ts'

/** Links that leave Today. Each link loads a new document. If the server does not confirm a log-out, this page stays open. */
export function TodayMenu({
  role,
  store,
  menuOf,
}: {
  role: WinemakerRole
  store: TodayStore
  menuOf: (role: WinemakerRole) => StaffEntry[]
}) {
  const { isLeaving, leave, question } = useSignOut({
    signOut: signOutWinemaker,
    countEntries: countStoredEntries,
    onLeft: (isEnded) => (isEnded ? location.assign(href('/winemaker/login')) : store.sync()),
  })
  return (
    <>
      <Menu
        className="menu"
        summary={
          <>
            <Icon name="menu" />
            <span className="sr">Menu</span>
          </>
        }
      >
        {menuOf(role)
          .filter(({ to }) => to !== href('/winemaker/today'))
          .map(({ label, to }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        <li>
          <a href={`${href('/account')}?as=winemaker`}>Your account</a>
        </li>
        <li>
          <Button variant="text" className="log-out" disabled={isLeaving} onClick={leave}>
            {isLeaving ? 'Logging out …' : 'Log out'}
          </Button>
        </li>
      </Menu>
      {question}
    </>
  )
}
