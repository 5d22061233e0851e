import { data } from 'react-router'

import { drawScene } from '../../../catalogue/scenes/scene.ts'
import { readSceneName } from '../../../catalogue/scenes/scene-kind.ts'
import type { Route } from './+types/$name.ts'

/** Serves the drawing of a visit as SVG. The name has the drawings' version, so browsers keep it for ever. */
export function loader({ params }: Route.LoaderArgs): Response {
  const scene = readSceneName(params.name)
  if (!scene) throw data(null, { status: 404 })
  return new Response(drawScene(scene.kind, scene.seed), {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
