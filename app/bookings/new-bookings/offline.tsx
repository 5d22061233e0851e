import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Calls the server and returns its answer, or `answer` if the network fails, so that the form keeps what was typed. Does
 * not catch thrown responses, such as redirects and refusals.
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

/**
 * Sends a form and returns the server's answer, `offline` if the network fails, or `failed` on a server error
 * (5xx) or rate limit (429).
 */
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

/** Returns whether a route reloads its data: whenever the router would, and after a conflict (409) with another change. */
export function revalidateAfterConflict({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate
}
