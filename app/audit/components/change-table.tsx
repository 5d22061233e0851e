import { type AuditEvent, changesIn } from '../changes.ts'

/** What a change was from and to, field by field. */
export function ChangeTable({ event }: { event: AuditEvent }) {
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changesIn(event).map(({ field, before, after, erased }) => (
          <tr key={field}>
            <th scope="row">{field.replaceAll('_', ' ')}</th>
            {erased ? (
              <td colSpan={2} className="soft">
                Forgotten with the person it spoke of
              </td>
            ) : (
              <>
                <td>{before ? <del>{before}</del> : <span className="soft">nothing</span>}</td>
                <td>{after ? <ins>{after}</ins> : <span className="soft">nothing</span>}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
