import { TextAreaField, TextField } from '../../ui/field.tsx'

/** What a day is called and what it is about, as its maker and as an admin write it. */
export function DayWords({
  title,
  summary,
  error,
}: {
  title: string
  summary: string | null
  error: (field: 'title' | 'summary') => string | undefined
}) {
  return (
    <>
      <TextField
        label="Name"
        name="title"
        defaultValue={title}
        maxLength={120}
        required
        error={error('title')}
      />
      <TextAreaField
        label="What the day is about"
        name="summary"
        rows={3}
        maxLength={500}
        defaultValue={summary ?? ''}
        optional
        error={error('summary')}
      />
    </>
  )
}
