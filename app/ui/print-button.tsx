import { Button } from './button.tsx'
import { useHydrated } from './hydrated.ts'

/** Prints the page; without a script the browser's own menu does. */
export function PrintButton() {
  const hydrated = useHydrated()
  return (
    <Button
      type="button"
      small
      icon="print"
      className={hydrated ? 'no-print' : 'no-print invisible'}
      onClick={() => print()}
    >
      Print
    </Button>
  )
}
