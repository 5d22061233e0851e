import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

/** A notice that the server's answer is missing. */
export default function MissingAnswerNotice({
  sentence,
  onRetry,
  onClose,
}: {
  sentence: string
  onRetry: () => void
  onClose: () => void
}) {
  return (
    <div className="missing-answer no-print">
      <Notice tone="bad">
        <p>{sentence}</p>
        <p className="row">
          <Button type="button" small onClick={onRetry}>
            Try Again
          </Button>
          <Button type="button" small variant="text" onClick={onClose}>
            Close
          </Button>
        </p>
      </Notice>
    </div>
  )
}
