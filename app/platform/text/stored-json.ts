/** Returns the value of a stored JSON text; undefined without a text, and for a text that is not JSON. */
export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
