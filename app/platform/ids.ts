/** A UUID in lower case. */
export type Id = `${string}-${string}-${string}-${string}-${string}`

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns whether a text is an id as the database writes it. For any other text, callers skip the query. */
export function isId(text: string | null | undefined): text is Id {
  return typeof text === 'string' && uuid.test(text)
}

// A UUID may be followed by '-' and a day, in the id of a slot, or by '.data', in the path of a data request.
const uuids = /(?<![\w-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?!\w)/gi

/** Returns the URL with its UUIDs in lower case. RFC 9562 §4 accepts either case. */
export function lowerIds(address: string): string {
  return address.replace(uuids, (id) => id.toLowerCase())
}
