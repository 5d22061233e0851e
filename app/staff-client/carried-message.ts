const key = 'carried_message'

/** Stores a message for the next document in this tab. Called before an action that loads a new document. */
export function carryMessage(message: string): void {
  try {
    sessionStorage.setItem(key, message)
  } catch {
    // Storage is full or not allowed. The next page then appears without the message.
  }
}

/** Returns the message that the previous document stored, and removes it. */
export function takeCarriedMessage(): string | null {
  try {
    const message = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return message
  } catch {
    return null
  }
}
