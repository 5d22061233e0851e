/** So long may a note about a customer be, and the words of a request and its answer. */
export const longestNote = 4000
