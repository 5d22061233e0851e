/** Where a device keeps which of its itineraries it has brought into the account, and in which session. */
export const joinedItineraries = 'joined_itineraries'
