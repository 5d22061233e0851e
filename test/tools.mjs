// Installs the packages for tests and checks if one is missing: `npm start` installs only those that the site needs. Each
// command of package.json that needs them runs this first.
import { installPackages } from '../server/prepare.mjs'

installPackages(true)
