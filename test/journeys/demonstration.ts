/** The path of a demonstration vineyard that the site of every journey has. */
export const estate = '/vineyard/de510001-0000-4000-8000-000000000000'
