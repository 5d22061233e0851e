import type { Plugin } from 'vite'

const module = /react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]instrumentation\.js$/

// What the router calls when an app has no instrumentations, as ours in the browser: the site traces on the server alone.
const withoutInstrumentations = `
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router
export const instrumentHandler = (handler) => handler
export const instrumentationResultMetaContext = undefined`

/** Leaves 2 kB out of the browser's code that React Router has for tracing there. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (module.test(id) ? withoutInstrumentations : null),
  }
}
