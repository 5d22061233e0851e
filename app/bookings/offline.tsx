import { isRouteErrorResponse } from 'react-router'

/**
 * Runs what asks the server, and answers in its place when there is no connection: the form then stays as it was
 * typed. Redirects and refusals, which are thrown as responses, go on their way.
 */
export async function answerOffline<Value, Answer>(
  ask: () => Promise<Value>,
  answer: Answer,
): Promise<Value | Answer> {
  return ask().catch((error: unknown) => {
    // fetch fails with a TypeError where the network does.
    if (error instanceof TypeError) return answer
    throw error
  })
}

/** The same for a form that is sent, which also stays when the server answers that it failed, or was asked too often. */
export async function answerFailure<Value, Answer>(
  ask: () => Promise<Value>,
  offline: Answer,
  failed: Answer,
): Promise<Value | Answer> {
  return answerOffline(ask, offline).catch((error: unknown) => {
    if (isRouteErrorResponse(error) && (error.status === 429 || error.status >= 500)) return failed
    throw error
  })
}
