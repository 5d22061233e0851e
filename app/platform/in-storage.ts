/** Returns the result of `use`, or null if the browser's storage is full, disabled, or has something that cannot be read. */
export function inStorage<Value>(use: () => Value): Value | null {
  try {
    return use()
  } catch {
    return null
  }
}
