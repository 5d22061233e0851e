import { callAsAdmin } from '../../people/desk/admin-browser.ts'
import { answered } from '../../people/desk/guard.tsx'

/** What a page of the admins' area reads from the API; whatever goes wrong is thrown as the page shows it. */
export function readAsAdmin<Value>(request: Pick<Request, 'url'>, path: string): Promise<Value> {
  return answered(request, callAsAdmin<Value>(path))
}
