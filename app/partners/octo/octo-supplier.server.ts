import type { Queryable } from '../../platform/database/database.server.ts'
import { postalAddressOf, type Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import type { Capabilities } from './octo-access.server.ts'
import { mediaOf } from './octo-content.server.ts'
import type { Supplier } from './octo-types.ts'

export type SupplierRow = Pick<
  Vineyard,
  | 'id'
  | 'name'
  | 'description'
  | 'website'
  | 'email'
  | 'phone'
  | 'address'
  | 'city'
  | 'region'
  | 'postcode'
  | 'latitude'
  | 'longitude'
>

/** Whose products to show how: the vineyard, what the caller asks for, and the address of this site. */
export type OctoView = { supplier: SupplierRow; capabilities: Capabilities; site_url: string }

export async function findSupplier(sql: Queryable, id: string): Promise<SupplierRow | undefined> {
  const [supplier] = await sql<SupplierRow[]>`
    select id, name, description, website, email, phone, address, city, region, postcode, latitude, longitude
    from vineyards where id = ${id}`
  return supplier
}

export function supplierOf({ supplier, capabilities, site_url }: OctoView): Supplier {
  const { id, name, website, email, phone, description } = supplier
  return {
    id,
    name,
    endpoint: new URL(`/octo/${id}`, site_url).href,
    contact: { website, email, telephone: phone, address: postalAddressOf(supplier) },
    ...(capabilities.has('octo/content') && {
      shortDescription: description,
      media: mediaOf(supplier, site_url),
    }),
  }
}
