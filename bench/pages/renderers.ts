import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { createElement } from 'react'
import { renderToPipeableStream, renderToReadableStream, renderToString } from 'react-dom/server'
import { createRequestHandler, type EntryContext, ServerRouter } from 'react-router'

import type { seen } from './watched-router.ts'

type Seen = Required<typeof seen>
type Ask = (url: string) => Promise<unknown>
type Entry = (
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
) => Response | Promise<Response>

/**
 * Peers that render the same routes, loaders and components: a plain React Router app with the framework's entry for Node;
 * one with the shortest possible entry, which returns React's web stream; and React alone on a tree with its data loaded.
 */
export function renderers({ build, context }: Seen): {
  plain: Ask
  shortest: Ask
  tree: (url: string) => Promise<Ask>
} {
  const withEntry = (make: Entry): Ask => {
    const handle = createRequestHandler(
      { ...build, entry: { ...build.entry, module: { default: make } } },
      'production',
    )
    return async (url) => {
      const answer = await handle(new Request(url), context)
      if (answer.status !== 200) throw new Error(`${url} got status ${answer.status}.`)
      return answer.text()
    }
  }
  let last: EntryContext | undefined
  const shortest = withEntry(async (request, status, headers, router) => {
    last = router
    headers.set('Content-Type', 'text/html')
    return new Response(await renderToReadableStream(pageOf(router, request.url)), { status, headers })
  })
  const tree = async (url: string): Promise<Ask> => {
    await shortest(url)
    // Streamed data cannot be rendered this way.
    const { serverHandoffStream: _, ...still } = last as EntryContext
    return async () => renderToString(pageOf(still as EntryContext, url))
  }
  return { plain: withEntry(asOnNode), shortest, tree }
}

function pageOf(context: EntryContext, url: string) {
  return createElement(ServerRouter, { context, url })
}

/** Does what the framework's `entry.server.node.tsx` does for a browser. */
function asOnNode(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const tooLong = setTimeout(() => abort(), 6000)
  const { pipe, abort } = renderToPipeableStream(pageOf(router, request.url), {
    onShellReady: () => {
      const body = new PassThrough({
        final: (done) => {
          clearTimeout(tooLong)
          done()
        },
      })
      headers.set('Content-Type', 'text/html')
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
    },
    onShellError: reject,
  })
  return promise
}
