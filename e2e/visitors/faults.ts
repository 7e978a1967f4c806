import { inDialog } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createTestSite } from '../support/site-structures.ts';

/** The fault cases of visitor claims. */
export const visitorCases = [
  {
    name: 'making a claim about visitors',
    operation: 'putSiteAdaptiveSchema',
    async screen(organization) {
      const { id } = await createTestSite(organization, { Keels: ['Keels v1'] });
      return `/sites/${id}/visitors?view=claims&dialog=new`;
    },
    ...inDialog('Name', 'isPartner', 'Create claim'),
  },
] satisfies readonly FaultCase[];
