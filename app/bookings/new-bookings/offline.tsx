import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'

/** Returns the server’s answer, or `answer` if the network fails. Does not catch thrown responses. */
export async function answerOffline<Value, Answer>(callServer: () => Promise<Value>, answer: Answer) {
  return callServer().catch((error: unknown) => {
    // fetch throws a TypeError when the network fails.
    if (error instanceof TypeError) return answer
    throw error
  })
}

/**
 * Sends a form and returns the server's answer. Refuses with the sentence `offline` if the network fails, or with `failed`
 * on a server error (5xx) or rate limit (429). Because of the status 503, the loader does not run again, so the form stays as
 * it was typed.
 */
export async function answerFailure<Value, Refusal>(
  callServer: () => Promise<Value>,
  refusal: (sentence: string) => Refusal,
  failed: string,
  offline = 'No connection just now. Please try again.',
) {
  const refuse = (sentence: string) => data(refusal(sentence), { status: 503 })
  return answerOffline(callServer, refuse(offline)).catch((error: unknown) => {
    if (isRouteErrorResponse(error) && (error.status === 429 || error.status >= 500)) return refuse(failed)
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
