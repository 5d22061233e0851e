// Installs the packages for tests and checks if any is missing, because `npm start` installs only the packages of the
// site. Each command of package.json that needs these packages first runs this file.
import { installPackages } from '../server/prepare.mjs'

installPackages(true)
