import { syncAfterSignIn } from '../../explore/favourites/device-favourites.ts'
import { joinAccount } from '../../explore/itineraries/account-itineraries.ts'

/** Adds this device's itineraries and favourites to the account. Called after sign-in. */
export function syncWithAccount(): void {
  void joinAccount()
  syncAfterSignIn()
}
