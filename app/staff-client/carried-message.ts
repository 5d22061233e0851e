import { inStorage } from '../platform/in-storage.ts'

const key = 'carried_message'

/**
 * Stores a message for the next document in this tab. Called before an action that loads a new document. Without storage, the
 * next page appears without the message.
 */
export const carryMessage = (message: string) => void inStorage(() => sessionStorage.setItem(key, message))

/** Returns the message that the previous document stored, and removes it. */
export function takeCarriedMessage(): string | null {
  return inStorage(() => {
    const message = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return message
  })
}
