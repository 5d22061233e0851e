/** Where what had the focus is gone, the page itself has it, so that a keyboard goes on from there and not from the top. */
export function focusOnPage(): void {
  const main = document.getElementById('main')
  if (main === null || (document.activeElement ?? document.body) !== document.body) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
