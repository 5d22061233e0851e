import { Switch } from '../../ui/switch.tsx'
import { type Decision, decisions } from '../vineyard-decisions.ts'

type Decided = Record<Decision, boolean> & { id: string; name: string }

/** Three switches, each thrown at once. */
export function VineyardSwitches({ vineyard }: { vineyard: Decided }) {
  const { id, name } = vineyard
  return (
    <div className="switches">
      {(Object.keys(decisions) as Decision[]).map((field) => (
        <Switch
          key={field}
          label={decisions[field].label}
          of={name}
          on={vineyard[field]}
          fields={{ id, name, field }}
        />
      ))}
    </div>
  )
}
