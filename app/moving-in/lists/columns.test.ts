import { expect, test } from 'vitest'

import { bookingHeadings, experienceHeadings, matchColumns } from './columns.ts'

const found = (headings: Record<string, readonly string[]>, header: string) => {
  const cells = header.split(',')
  const columns = matchColumns(headings, cells)
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, n]) => (n === null ? [] : [[field, cells[n]]])),
  )
}

test('recognises the columns of other systems’ lists of products', () => {
  expect(
    found(
      experienceHeadings,
      'Product ID,Product title,Short description,Duration,Category,Min participants',
    ),
  ).toEqual({
    external_reference: 'Product ID',
    title: 'Product title',
    description: 'Short description',
    duration_minutes: 'Duration',
    type: 'Category',
    min_group_size: 'Min participants',
  })
  expect(found(experienceHeadings, 'Product code,Name,Advertised price,Min quantity,Max quantity')).toEqual({
    external_reference: 'Product code',
    title: 'Name',
    price_per_person: 'Advertised price',
    min_group_size: 'Min quantity',
    max_group_size: 'Max quantity',
  })
  expect(found(experienceHeadings, 'SKU,Item Name,Summary,Price')).toEqual({
    external_reference: 'SKU',
    title: 'Item Name',
    description: 'Summary',
    price_per_person: 'Price',
  })
})

test('recognises the columns of other systems’ lists of bookings', () => {
  expect(
    found(bookingHeadings, 'Booking ID,Item,Start Date,Start Time,# of Pax,Contact,Email,Phone,Total,Status'),
  ).toEqual({
    reference: 'Booking ID',
    experience: 'Item',
    date: 'Start Date',
    time: 'Start Time',
    guests: '# of Pax',
    guest_name: 'Contact',
    email: 'Email',
    phone: 'Phone',
    total_price: 'Total',
    status: 'Status',
  })
  expect(
    found(
      bookingHeadings,
      'Order no.,Order Date,First Name,Last Name,Email,Quantity,Event Name,Event start date,Event start time,Order status',
    ),
  ).toEqual({
    reference: 'Order no.',
    first_name: 'First Name',
    last_name: 'Last Name',
    email: 'Email',
    guests: 'Quantity',
    experience: 'Event Name',
    date: 'Event start date',
    time: 'Event start time',
    status: 'Order status',
  })
  expect(
    found(
      bookingHeadings,
      'Confirmation code,Product ID,Product title,Start date,Total participants,Customer,Phone number,Notes',
    ),
  ).toMatchObject({
    reference: 'Confirmation code',
    experience_reference: 'Product ID',
    experience: 'Product title',
    guests: 'Total participants',
    guest_name: 'Customer',
  })
})

test('a column that staff chose takes precedence, and no column is used twice', () => {
  expect(matchColumns({ a: ['x'], b: ['x', 'y'] }, ['X', 'Y'], {})).toEqual({ a: 0, b: 1 })
  expect(matchColumns({ a: ['x'], b: ['x', 'y'] }, ['X', 'Y'], { b: 0 })).toEqual({ a: null, b: 0 })
  expect(matchColumns({ a: ['x'] }, ['X'], { a: null })).toEqual({ a: null })
  expect(matchColumns({ a: ['x'] }, ['X'], { a: 9 })).toEqual({ a: null })
})

test('no two fields of a list have the same best heading, and no field lists a heading twice', () => {
  for (const headings of [experienceHeadings, bookingHeadings]) {
    const best = Object.values(headings).map(([first]) => first)
    expect(new Set(best).size).toBe(best.length)
    for (const names of Object.values(headings)) expect(new Set(names).size).toBe(names.length)
  }
})
