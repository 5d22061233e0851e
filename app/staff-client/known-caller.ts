/** The header in which a browser says which one it is when somebody signs in; the token stays in its local storage. */
export const browserTokenHeader = 'Browser-Token'
