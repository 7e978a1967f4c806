/** The requests that the console does not send to servers of others. */
import { chooseFromMenu, press } from '../faults/fault-actions.ts';
import { expect, test } from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';
import type { ForeignServer } from './foreign-server.ts';
import { organizationId } from './state.ts';
import { problemsOfMissing, useStandIn } from './use-stand-in.ts';
import { base, type Variant } from './variants.ts';

/** Fails the next request for the list of teams. Returns when each was made, in milliseconds since 1970. */
function failNextRead(standIn: ForeignServer, status: number, headers: Variant['headers'] = {}): number[] {
  const times: number[] = [];
  standIn.variant = {
    ...base,
    headers,
    failure(number) {
      if (!standIn.requests[number - 1]?.startsWith(`GET /v1/orgs/${organizationId}/teams?`))
        return undefined;
      times.push(Date.now());
      return times.length === 1 ? status : undefined;
    },
  };
  return times;
}

const teamsPath = `/o/${organizationId}/teams`;

for (const status of [500, 503])
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`a person doesn’t notice that a read failed once with ${status}${status === 500 ? ' @repeats' : ''}`, async ({
    page,
    problems,
  }) => {
    problems.expect(...problemsOfMissing, new RegExp(`status of ${status}`), new RegExp(`^${status} `));
    await useStandIn(page, '0.130.0', async (standIn) => {
      const times = failNextRead(standIn, status);
      await navigateTo(page, teamsPath);
      await expect(page.getByRole('table')).toContainText('Nobody yet');
      expect(times).toHaveLength(2);
    });
  });

test('a server is asked again when Retry-After says, which is a date @details', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing, /status of 429/);
  await useStandIn(page, '0.130.0', async (standIn) => {
    // A date has whole seconds.
    const resumesAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 15_000);
    const times = failNextRead(standIn, 429, { 'retry-after': resumesAt.toUTCString() });
    const navigated = navigateTo(page, teamsPath);
    await expect(page.getByRole('status').filter({ hasText: 'Too many requests' })).toBeVisible();
    await navigated;
    await expect(page.getByRole('table')).toContainText('Nobody yet', { timeout: 40_000 });
    expect(times).toHaveLength(2);
    expect(times[1]).toBeGreaterThanOrEqual(resumesAt.getTime());
  });
});

test('a person saves where a server has tags and permits no header of ours @details', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.130.0', async (standIn) => {
    standIn.variant = {
      ...base,
      headers: { etag: '"1"', 'access-control-expose-headers': 'ETag, Retry-After' },
    };
    await navigateTo(page, `/o/${organizationId}/spaces/space0/changes/1`);
    await chooseFromMenu('More actions', 'Rename')(page);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Piers and quays');
    await press('Save')(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Piers and quays' })).toBeVisible();
    expect(standIn.refused).toEqual([]);
  });
});
