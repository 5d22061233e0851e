import { useState } from 'react'
import { href } from 'react-router'

import { countOf } from '../../platform/counts.ts'
import type { WinemakerRole } from '../../staff-client/account-types.ts'
import type { StaffEntry } from '../../staff-client/staff-shell.tsx'
import { deleteTodayStorage } from '../../staff-client/today-storage.ts'
import { signOutWinemaker } from '../../staff-client/winemaker-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

/** The ways out of Today, which load whole pages. Logging out warns if something recorded was not sent. */
export function TodayMenu({
  role,
  unsent,
  menuOf,
}: {
  role: WinemakerRole
  unsent: number
  menuOf: (role: WinemakerRole) => StaffEntry[]
}) {
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    await deleteTodayStorage()
    await signOutWinemaker()
    location.assign(href('/winemaker/login'))
  }
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
          <Button
            variant="text"
            className="log-out"
            onClick={() => (unsent > 0 ? setAsking(true) : void leave())}
          >
            Log out
          </Button>
        </li>
      </Menu>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`${countOf(unsent, 'entry', 'entries')} not sent yet`}
      >
        <p>Logging out deletes them from this device. Stay until there is a connection, and they are sent.</p>
        <p className="row">
          <Button onClick={() => setAsking(false)}>Stay signed in</Button>
          <Button variant="danger" onClick={() => void leave()}>
            Log out and delete them
          </Button>
        </p>
      </Dialog>
    </>
  )
}
