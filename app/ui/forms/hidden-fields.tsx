/** Hidden inputs of a form, one for each value */
export function HiddenFields({ values }: { values: Record<string, string | number | null | undefined> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value ?? ''} />
  ))
}
