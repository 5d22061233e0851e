// Replaces the built site's import of React Router, so that peers can render the same routes and data.
import * as router from 'react-router'

export * from 'react-router'

type Create = typeof router.createRequestHandler
type Build = Exclude<Parameters<Create>[0], () => unknown>
type Context = Parameters<ReturnType<Create>>[1]

/** What the site passed last. */
export const seen: { build?: Build; context?: Context } = {}

export const createRequestHandler: Create = (build, mode) => {
  if (typeof build !== 'function') seen.build = build
  const handle = router.createRequestHandler(build, mode)
  return (request, context) => {
    seen.context = context
    return handle(request, context)
  }
}
