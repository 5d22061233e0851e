// Installs the packages for tests and checks if one is missing, because `npm start` installs only the packages that the site
// needs. Each command of package.json that needs these packages runs this first.
import { installPackages } from '../server/prepare.mjs'

installPackages(true)
