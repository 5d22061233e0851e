import type * as octo from '@octocloud/types'

/** The package names words by enums that only exist when it is loaded; these are the same types with the words. */
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
