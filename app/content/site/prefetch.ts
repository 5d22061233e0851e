import { syncAfterSignIn } from '../../explore/favourites/device-favourites.ts'
import { joinAccount } from '../../explore/itineraries/account-itineraries.ts'

/** After sign-in, adds this device's itineraries and favourites to the account. */
export function syncWithAccount(): void {
  void joinAccount()
  syncAfterSignIn()
}
