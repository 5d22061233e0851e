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
