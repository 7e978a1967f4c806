import { expect, type Page } from '@playwright/test';
import { inConfirmation, press, pressByKey } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestSite } from '../support/site-structures.ts';

const counting = (page: Page) => page.getByRole('switch', { name: 'Count visits' });

/** Creates a site; returns the path of its insights. */
async function insightsOfSite(organization: Organization, space: string): Promise<string> {
  const { id } = await createTestSite(organization, { [space]: [`${space} v1`] });
  return `/sites/${id}/insights`;
}

/** The fault cases of insights. */
export const insightCases = [
  {
    name: 'turning counting off',
    operation: 'putSiteInsightsSettings',
    screen: (organization) => insightsOfSite(organization, 'Tides'),
    submit: (page) => pressByKey(counting(page)),
    expectPreserved: (page) => expect(counting(page)).toHaveAttribute('aria-checked', 'true'),
    expectDone: (page) => expect(counting(page)).toHaveAttribute('aria-checked', 'false'),
  },
  {
    name: 'deleting figures',
    operation: 'deleteSiteInsights',
    screen: (organization) => insightsOfSite(organization, 'Waves'),
    ...inConfirmation(press('Delete figures…'), 'Delete figures', 'Docs'),
  },
] satisfies readonly FaultCase[];
