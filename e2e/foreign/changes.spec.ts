/** Every change of the console at servers of the documented API that others wrote. */
import { expect, test } from '../fixtures.ts';
import { isDeep } from '../support/deep.ts';
import { changesOfStandIn, makeChange, offeredChanges, organizationAt } from './changes.ts';
import { definitionVersions } from './definition.ts';
import { startForeignServer } from './foreign-server.ts';
import { signInAt } from './sweep.ts';

// `npm test` has the newest version, and every second change; the others are made under a fault.
const versions = isDeep ? definitionVersions : definitionVersions.slice(0, 1);

for (const version of versions)
  for (const { name, cases } of offeredChanges(version)) {
    const title = `an administrator makes changes at a server of ${version}: ${name}`;
    test(title, { tag: '@foreign' }, async ({ page, problems }) => {
      problems.expect(/status of (401|404)/, /docs\.example/);
      test.setTimeout(300_000);
      page.setDefaultTimeout(10_000);
      const standIn = await startForeignServer(version);
      try {
        const organization = organizationAt(standIn);
        await page.clock.install();
        await signInAt(page, standIn);
        const found: Record<string, string> = {};
        for (const one of cases) {
          if (!isDeep && !changesOfStandIn.has(one)) continue;
          // A resolved comment is no longer listed, so each case has comments of its own, which a page loaded anew shows.
          const problem = name.startsWith('comments')
            ? await makeChange(page, standIn, organizationAt(standIn), { ...one, needsReload: true })
            : await makeChange(page, standIn, organization, one);
          if (problem !== null) found[one.name] = problem;
        }
        expect(standIn.refused, 'requests that the definition refuses').toEqual([]);
        expect(standIn.invalidAnswers, 'answers of the stand-in that its definition refuses').toEqual([]);
        expect(found, 'changes that didn’t work').toEqual({});
      } finally {
        await standIn.close();
      }
    });
  }
