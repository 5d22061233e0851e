import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** A search field with its button, to stand inside a GET form. `label` is also what the empty field says. */
export function SearchBox({
  id,
  name,
  label,
  button,
  defaultValue,
}: {
  id: string
  name: string
  label: string
  button: string
  defaultValue?: string
}) {
  return (
    <div className="search" role="search">
      <div className="find">
        <label className="sr" htmlFor={id}>
          {label}
        </label>
        <Icon name="search" />
        <input
          className="in"
          id={id}
          name={name}
          type="search"
          placeholder={label}
          defaultValue={defaultValue}
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <Button look="do">{button}</Button>
    </div>
  )
}
