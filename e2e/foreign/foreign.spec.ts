/** The console at servers of the documented API that others wrote. */
import { expect, test } from '../fixtures.ts';
import { screens } from '../screens/screens.ts';
import { definitionVersions } from './definition.ts';
import { startForeignServer } from './foreign-server.ts';
import { signInAt, sweep } from './sweep.ts';
import { variants } from './variants.ts';

// What a server does not have, and pictures at addresses that nobody serves.
const expectedProblems = [/status of (401|404)/, /docs\.example/] as const;

test('a person uses every screen at a server that others wrote', async ({ page, problems }) => {
  test.setTimeout(300_000);
  problems.expect(...expectedProblems);
  const standIn = await startForeignServer('0.130.0');
  try {
    await signInAt(page, standIn);
    const swept = await sweep(page, standIn, screens, { timeout: 10_000 });
    expect(standIn.invalidAnswers, 'answers of the stand-in that its definition refuses').toEqual([]);
    expect(standIn.refused, 'requests that the definition refuses').toEqual([]);
    expect(swept.filter(({ problems: found }) => found.length > 0)).toEqual([]);
  } finally {
    await standIn.close();
  }
});

/** Beside the base, in the deep tests. */
const deepVariants = process.env.DEEP === undefined ? [] : variants;

for (const version of definitionVersions)
  for (const variant of deepVariants)
    test(
      `a person uses every screen at a server of ${version}: ${variant.name}`,
      { tag: '@foreign' },
      async ({ page, problems }) => {
        test.setTimeout(1_800_000);
        problems.expect(...expectedProblems, /status of (429|500)/, /^500 /);
        const standIn = await startForeignServer(version);
        try {
          await signInAt(page, standIn);
          standIn.variant = variant;
          const options = { timeout: 20_000 + 10 * variant.delay, mayFail: variant.mayFail, isReduced: true };
          const swept = await sweep(page, standIn, screens, options);
          expect(standIn.refused).toEqual([]);
          expect(swept.filter(({ problems: found }) => found.length > 0)).toEqual([]);
        } finally {
          await standIn.close();
        }
      },
    );
