import { data } from 'react-router'

import { loadKeys, makeKeyFromForm, revokeKeyFromForm } from '../../people/api-keys/api-key-actions.tsx'
import { KeySection } from '../../people/api-keys/components/key-section.tsx'
import { tallyOf } from '../../platform/text/counts.ts'
import { ResellerForm, ResellerPanel } from '../../partners/resellers/components/reseller-panel.tsx'
import { loadResellers, saveReseller, switchReseller } from '../../partners/resellers/reseller-actions.tsx'
import { readFormText, wasRefused } from '../../staff-client/action-result.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import { Toast, Toasts } from '../../ui/page/toast.tsx'
import type { Route } from './+types/integrations.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Integrations')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [resellers, keys] = await Promise.all([loadResellers(request), loadKeys(request, undefined)])
  return { resellers, keys }
}

const actions = {
  make: makeKeyFromForm,
  revoke: revokeKeyFromForm,
  save_reseller: saveReseller,
  switch_reseller: switchReseller,
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const act = actions[readFormText(form, 'intent') as keyof typeof actions]
  const result = await act(request, form)
  return data(result, { status: result.failed ? 422 : 200 })
}

/** Lists the resellers and their API keys. */
export default function AdminIntegrations({ loaderData, actionData }: Route.ComponentProps) {
  const { resellers, keys } = loaderData
  const ofReseller = actionData && 'id' in actionData ? actionData : undefined
  const ofKeys = actionData && !('id' in actionData) ? actionData : undefined
  const resultFor = (id: string) => (ofReseller?.id === id ? ofReseller : undefined)
  return (
    <Toasts>
      <StaffHead
        title={tallyOf(resellers.length, 'reseller')}
        below="Resellers sell visits for the vineyards that have opted in. A reseller’s programs call us with the keys you make here."
      />
      {resellers.length === 0 && (
        <Empty title="No reseller yet">
          Add one, then make a key for its programs. Vineyards opt in themselves.
        </Empty>
      )}
      {resellers.map((reseller) => (
        <ResellerPanel key={reseller.id} reseller={reseller} outcome={resultFor(reseller.id)}>
          <KeySection
            owner={{ name: 'reseller_id', value: reseller.id }}
            keys={keys.filter(({ reseller_id }) => reseller_id === reseller.id)}
            outcome={ofKeys}
            isFolded
            empty={<p className="soft">This reseller has no key yet.</p>}
          />
        </ResellerPanel>
      ))}
      <section className="panel space-above" aria-labelledby="add">
        <h2 id="add">Add a reseller</h2>
        <ResellerForm key={resellers.length} outcome={resultFor('')} />
      </section>
      <Toast about={actionData} isShownByPage={Boolean(ofKeys?.key) || wasRefused(actionData, 'revoke')} />
    </Toasts>
  )
}
