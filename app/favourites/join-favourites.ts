import { readStored } from '../staff-client/local-storage.ts'
import { visitorField } from '../staff-client/visitor.ts'
import { device } from './device-favourites.ts'
import { joinedKey, sessionMark } from './favourites.ts'

/** What speaks with the account, for those who have one: nobody else fetches it. */
const account = () => import('./account-favourites.ts')
const hasAccount = () => readStored(visitorField) !== null || readStored(joinedKey) !== null

/** Brings this device's list and that of whoever is signed in together. */
export function joinHere(): void {
  if (hasAccount()) void account().then(({ joinFavourites }) => joinFavourites(device))
}

/** The same on any page, where somebody has signed in or out since it was done last. */
export function joinAfterSigningIn(): void {
  const token = readStored(visitorField)
  if (readStored(joinedKey) !== (token && sessionMark(token))) joinHere()
}

/** Tells the account what was let go and what was saved, in that order, where there is one. */
export function tellHere({ gone, added }: { gone: string[]; added: string[] }): void {
  if (hasAccount())
    void account().then(({ tellAccount }) => {
      for (const id of gone) tellAccount(id, false, device)
      for (const id of added) tellAccount(id, true, device)
    })
}
