/** Whether a keyboard would begin at the top: on nothing, or on what was taken away by being disabled and loses the focus next. */
export function isFocusLost(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.matches(':disabled')
}

/** Where what had the focus is gone, the page itself has it, so that a keyboard goes on from there and not from the top. */
export function focusOnPage(): void {
  const main = document.getElementById('main')
  if (main === null || !isFocusLost()) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
