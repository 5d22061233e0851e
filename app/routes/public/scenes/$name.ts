import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { data } from 'react-router'

import { drawScene } from '../../../catalogue/scenes/scene.ts'
import { readSceneName } from '../../../catalogue/scenes/scene-kind.ts'
import { type Coding, codingFor } from '../../../platform/http/content-coding.server.ts'
import type { Route } from './+types/$name.ts'

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const encoders: Record<Coding, (svg: string) => Promise<string | Buffer>> = {
  br: (svg) => promisify(brotliCompress)(svg, quality),
  gzip: (svg) => promisify(gzip)(svg),
  identity: async (svg) => svg,
}

/** Serves the drawing of a visit as SVG. Its name contains the version of the drawings, so browsers may cache it for ever. */
export async function loader({ params, request }: Route.LoaderArgs): Promise<Response> {
  const scene = readSceneName(params.name)
  if (!scene) throw data(null, { status: 404 })
  const coding = codingFor(request.headers.get('Accept-Encoding') ?? undefined)
  const encoded = await encoders[coding](drawScene(scene.kind, scene.seed))
  return new Response(typeof encoded === 'string' ? encoded : new Uint8Array(encoded), {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    },
  })
}
