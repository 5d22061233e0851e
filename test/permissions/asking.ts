import { nouns, pages, requests } from './requests.ts'
import type { Things } from './world.ts'

type Visit = (path: string) => Promise<Response>

/** 'GET /vineyards/{id}', as the document has them, and whether one has to be signed in. */
export async function endpointsOf(visit: Visit): Promise<{ name: string; isGuarded: boolean }[]> {
  const document: { paths: Record<string, Record<string, { security?: unknown[] }>> } = await (
    await visit('/api/openapi.json')
  ).json()
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      isGuarded: (security ?? []).length > 0,
    })),
  )
}

/** A sensible request to an endpoint, or to a page, about these things. */
export function requestOf(name: string, things: Things) {
  const [method = '', pattern = ''] = name.split(' ')
  const [, noun = pattern.split('/')[1] as keyof Things] =
    Object.entries(nouns).find(([above]) => pattern === above || pattern.startsWith(`${above}/`)) ?? []
  if (method === 'page') {
    const path = pattern
      .replace(/:(id|slug)/, things[noun])
      .replace(':format', 'rss')
      .replace(':file', 'home.jpg')
      .replace('*', 'nowhere')
    return { path: path + (pages[pattern]?.(things) ?? ''), init: {} satisfies RequestInit as RequestInit }
  }
  // Only what nothing leans on can be deleted at all.
  const id = name === 'DELETE /vineyards/{id}' ? things.empty_vineyard : things[noun]
  const { query, body } = requests[name]?.(things) ?? {}
  const init: RequestInit = {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(method === 'PATCH' && { 'If-Match': '*' }),
    },
  }
  return { path: `/api${pattern.replace('{id}', id)}${query ? `?${new URLSearchParams(query)}` : ''}`, init }
}
