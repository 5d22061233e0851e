// Installs missing packages that tests and checks need, because `npm start` installs only the packages of the site.
// Each command of package.json that needs these packages runs this file first.
import { installPackages } from '../server/prepare.mjs'

installPackages(true)
