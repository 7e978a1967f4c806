import { inForm } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createTestSite } from '../support/site-structures.ts';

/** The fault cases of the look of a site. */
export const siteCustomizationCases = [
  {
    name: 'saving the appearance of a site',
    operation: 'updateSiteCustomization',
    async screen(organization) {
      return `/sites/${(await createTestSite(organization, { Docks: ['Docks v1'] })).id}/appearance`;
    },
    ...inForm('Title (optional)', 'Dock handbook'),
  },
] satisfies readonly FaultCase[];
