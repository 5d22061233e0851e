/** Texts with fewer letters must match exactly: in short words a typing error makes another word. */
const fewestLetters = 6

/**
 * Returns whether a typed text equals the part `from`–`to` of `text`, apart from at most one typing error. A letter may be
 * missing, added, wrong or exchanged with its neighbour. Takes linear time in the length of the typed text.
 */
export function isTypingErrorOf(typed: string, text: string, from = 0, to = text.length): boolean {
  const longer = to - from - typed.length
  if (longer < -1 || longer > 1) return false
  const shorter = Math.min(typed.length, to - from)
  let start = 0
  while (start < shorter && typed[start] === text[from + start]) start++
  if (longer === 0 && start === typed.length) return true
  if (typed.replaceAll(' ', '').length < fewestLetters) return false
  let end = 0
  while (end < shorter - start && typed[typed.length - 1 - end] === text[to - 1 - end]) end++
  if (start + end >= shorter - (longer === 0 ? 1 : 0)) return true
  const at = from + start
  return (
    longer === 0 &&
    start + end === shorter - 2 &&
    typed[start] === text[at + 1] &&
    typed[start + 1] === text[at]
  )
}
