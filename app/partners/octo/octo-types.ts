import type * as octo from '@octocloud/types'
import type { Experience } from '../../catalogue/experiences/experience.ts'
import type { Postal, Vineyard } from '../../catalogue/vineyards/vineyard.ts'

/** Replaces the enums in a type of `@octocloud/types` by their strings, so that the package is not needed at run time. */
type Plain<Value> = Value extends string
  ? `${Value}`
  : Value extends (infer Item)[]
    ? Plain<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: Plain<Value[Name]> }
      : Value

export type Availability = Plain<octo.Availability>
export type CalendarDay = Plain<octo.AvailabilityCalendar>
export type OctoBooking = Plain<octo.Booking>
export type OctoStatus = Plain<octo.BookingStatus>
export type Contact = Plain<octo.Contact>
export type Feature = Plain<octo.Feature>
export type Location = Plain<octo.Location>
export type Media = Plain<octo.Media>
export type Option = Plain<octo.Option>
export type Pricing = Plain<octo.Pricing>
export type Product = Plain<octo.Product>
export type Supplier = Plain<octo.Supplier>
export type Voucher = Plain<octo.Ticket>
export type Unit = Plain<octo.Unit>
export type UnitItem = Plain<octo.UnitItem>

/** The capabilities of OCTO that a caller can ask for. */
export const capabilityIds = ['octo/content', 'octo/pricing'] as const
export type Capabilities = ReadonlySet<(typeof capabilityIds)[number]>

/** A vineyard in its role as a supplier of OCTO. */
export type SupplierRow = Postal &
  Pick<Vineyard, 'id' | 'name' | 'description' | 'website' | 'email' | 'phone' | 'latitude' | 'longitude'>

/** The data for every answer: the vineyard, the capabilities that the caller asks for, and the URL of this site. */
export type OctoView = { supplier: SupplierRow; capabilities: Capabilities; site_url: string }

/** An experience, with the wall-clock times at which it starts. */
export type ProductRow = Experience & { start_times: string[] }
