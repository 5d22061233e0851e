import type { ClientResponse } from 'hono/client'

/**
 * Saves what a call answered as a file: no token is ever in an address, so the file is fetched and handed over here. False
 * where there was nothing to save.
 */
export async function saveAnswer(calling: Promise<ClientResponse<unknown>>, name: string): Promise<boolean> {
  const answer = await calling.catch(() => null)
  if (!answer?.ok) return false
  const address = URL.createObjectURL(await answer.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
  return true
}
