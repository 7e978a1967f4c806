/** Every change of the console at servers of the documented API that others wrote. */
import { expect, test } from '../fixtures.ts';
import { isDeep } from '../support/deep.ts';
import { everydayChanges, makeChange, offeredChanges, organizationAt } from './changes.ts';
import { definitionVersions, everydayVersion } from './definition.ts';
import { startForeignServer } from './foreign-server.ts';
import { signInAt } from './sweep.ts';

const versions = isDeep ? definitionVersions : [everydayVersion];

for (const version of versions)
  for (const { name, cases: offered } of offeredChanges(version)) {
    const cases = isDeep ? offered : offered.filter((one) => everydayChanges.has(one));
    if (cases.length === 0) continue;
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
        const problems: Record<string, string> = {};
        for (const change of cases) {
          // A resolved comment is no longer listed, so each case has separate comments, which a reloaded page
          // shows.
          const problem = name.startsWith('comments')
            ? await makeChange(page, standIn, organizationAt(standIn), { ...change, needsReload: true })
            : await makeChange(page, standIn, organization, change);
          if (problem !== null) problems[change.name] = problem;
        }
        expect(standIn.refused, 'requests that the definition refuses').toEqual([]);
        expect(standIn.invalidAnswers, 'answers of the stand-in that its definition refuses').toEqual([]);
        expect(problems, 'changes that didn’t work').toEqual({});
      } finally {
        await standIn.close();
      }
    });
  }
