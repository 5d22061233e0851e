import { href } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'

/** Returns the links for managing a vineyard's experiences, in the winemaker area or, for admins, below the vineyard's page. */
export function experienceLinks(area: StaffArea, vineyardId: string) {
  if (area === 'admin') {
    const id = vineyardId
    return {
      /** The page where an admin shows or hides the vineyard. */
      vineyard: href('/admin/vineyards/:id', { id }),
      list: href('/admin/vineyards/:id/experiences', { id }),
      add: href('/admin/vineyards/:id/experiences/new', { id }),
      importList: href('/admin/vineyards/:id/experiences/import', { id }),
      hosts: href('/admin/vineyards/:id/hosts', { id }),
      show: (experienceId: string) =>
        href('/admin/vineyards/:id/experiences/:experienceId', { id, experienceId }),
      edit: (experienceId: string) =>
        href('/admin/vineyards/:id/experiences/:experienceId/edit', { id, experienceId }),
      availability: (experienceId: string) =>
        href('/admin/vineyards/:id/experiences/:experienceId/availability', { id, experienceId }),
    }
  }
  return {
    vineyard: null,
    list: href('/winemaker/experiences'),
    add: href('/winemaker/experiences/new'),
    importList: href('/winemaker/experiences/import'),
    hosts: href('/winemaker/hosts'),
    show: (experienceId: string) => href('/winemaker/experiences/:experienceId', { experienceId }),
    edit: (experienceId: string) => href('/winemaker/experiences/:experienceId/edit', { experienceId }),
    availability: (experienceId: string) =>
      href('/winemaker/experiences/:experienceId/availability', { experienceId }),
  }
}

export type ExperienceLinks = ReturnType<typeof experienceLinks>
