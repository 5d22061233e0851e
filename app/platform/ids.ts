/** A uuid in lower case. */
export type Id = `${string}-${string}-${string}-${string}-${string}`

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id as the database writes it. Anything else names nothing, so it is not worth a query. */
export function isId(text: string | null | undefined): text is Id {
  return typeof text === 'string' && uuid.test(text)
}
