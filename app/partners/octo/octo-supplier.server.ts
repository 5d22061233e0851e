import type { Queryable } from '../../platform/database/database.server.ts'
import { postalAddressOf } from '../../catalogue/vineyards/vineyard.ts'
import { mediaOf } from './octo-content.server.ts'
import type { Supplier, OctoView, SupplierRow } from './octo-types.ts'

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
