import { useState } from 'react'

import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'

/** A button that downloads a CSV file from the API. */
export function SaveCsv({
  name,
  download,
}: {
  name: string
  download: () => Promise<Pick<Response, 'ok' | 'text'>>
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const save = async () => {
    setState('busy')
    try {
      const response = await download()
      if (response.ok) saveFile(name, await response.text())
      setState(response.ok ? 'idle' : 'failed')
    } catch {
      setState('failed')
    }
  }
  return (
    <Button type="button" small icon="download" disabled={state === 'busy'} onClick={() => void save()}>
      {state === 'failed' ? 'Download failed. Try again' : 'Save as CSV'}
    </Button>
  )
}
