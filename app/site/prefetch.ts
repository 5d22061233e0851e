import { syncAfterSignIn } from '../favourites/device-favourites.ts'
import { joinAccount } from '../itineraries/account-itineraries.ts'

/** What was planned and saved on this device joins the account of whoever has just signed in. */
export function bringAlong(): void {
  void joinAccount()
  syncAfterSignIn()
}
