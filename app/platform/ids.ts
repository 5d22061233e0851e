/** A uuid in lower case. */
export type Id = `${string}-${string}-${string}-${string}-${string}`

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id as the database writes it. Anything else names nothing, so it is not worth a query. */
export function isId(text: string | null | undefined): text is Id {
  return typeof text === 'string' && uuid.test(text)
}

// A slot's id goes on with its day, and a page's data with '.data'.
const uuids = /(?<![\w-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?!\w)/gi

/** An address with its uuids in lower case, as we write them. RFC 9562 §4 accepts them in either case. */
export function lowerIds(address: string): string {
  return address.replace(uuids, (id) => id.toLowerCase())
}
