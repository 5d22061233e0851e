/** Returns whether an error says that `fetch` got no response. Chrome, Firefox and Safari word this error differently. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && /^(failed to fetch|networkerror|load failed)/i.test(error.message)
}
