import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Calls the server, and returns `answer` when there is no connection, so that the form keeps what was typed. Thrown
 * responses (redirects and refusals) pass through.
 */
export async function answerOffline<Value, Answer>(
  callServer: () => Promise<Value>,
  answer: Answer,
): Promise<Value | Answer> {
  return callServer().catch((error: unknown) => {
    // fetch throws a TypeError when the network fails.
    if (error instanceof TypeError) return answer
    throw error
  })
}

/** Like `answerOffline` for a submitted form, which also stays on a server error (5xx) or a rate limit (429). */
export async function answerFailure<Value, Answer>(
  callServer: () => Promise<Value>,
  offline: Answer,
  failed: Answer,
): Promise<Value | Answer> {
  return answerOffline(callServer, offline).catch((error: unknown) => {
    if (isRouteErrorResponse(error) && (error.status === 429 || error.status >= 500)) return failed
    throw error
  })
}

/** A `shouldRevalidate` that also loads again after a conflict (409), because the data was changed elsewhere. */
export function revalidateAfterConflict({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate
}
