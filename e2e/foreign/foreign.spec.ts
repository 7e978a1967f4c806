/** The console at servers of the documented API that others wrote. */
import type { Page } from '@playwright/test';
import operations from '#api/generated/operations.json' with { type: 'json' };
import { expect, test } from '../fixtures.ts';
import { screenGroups } from '../registry.ts';
import type { Screen } from '../screens/screen.ts';
import { screens } from '../screens/screens.ts';
import { isDeep } from '../support/deep.ts';
import { countChanges, offeredChanges } from './changes.ts';
import { definitionVersions, type DefinitionVersion, everydayVersion, newestVersion } from './definition.ts';
import { expectations } from './expectations.ts';
import { type ForeignServer, startForeignServer } from './foreign-server.ts';
import { columnOf, figuresOf, readColumn, writeColumn } from './matrix.ts';
import { signInAt, sweep, sweptStandIn, type SweptScreen } from './sweep.ts';
import { base, type Variant, variants } from './variants.ts';

/** Operations that the server lacks, and pictures at unreachable addresses. */
const expectedProblems = [/status of (401|404)/, /docs\.example/] as const;

const ourOperations = Object.values(operations).map(({ line }) => ({
  line,
  pattern: new RegExp(`^${line.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** How often each operation was requested that the stand-in’s definition lacks. */
function countMissing({ missing }: ForeignServer): { line: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const request of missing) {
    const line = ourOperations.find(({ pattern }) => pattern.test(request))?.line ?? request;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => ({ line, count }));
}

/** Visits screens; none may have a problem, and the definition may refuse nothing. */
async function visitScreens(
  page: Page,
  version: DefinitionVersion,
  variant: Variant,
  visited: readonly Screen[] = screens,
): Promise<SweptScreen[]> {
  const standIn = await startForeignServer(version);
  try {
    standIn.variant = { ...base, servesDefinition: variant.servesDefinition ?? false };
    await signInAt(page, standIn);
    standIn.variant = variant;
    const timeout = variant === base ? 10_000 : 20_000 + 10 * variant.delay;
    const isReduced = variant !== base;
    const swept = await sweep(page, sweptStandIn(standIn), visited, {
      timeout,
      isReduced,
      mayFail: variant.mayFail,
    });
    expect(swept.filter(({ problems: found }) => found.length > 0)).toEqual([]);
    expect(standIn.invalidAnswers, 'answers of the stand-in that its definition refuses').toEqual([]);
    expect(standIn.refused, 'requests that the definition refuses').toEqual([]);
    const often = countMissing(standIn).filter(({ count }) => count > 1);
    expect(often, 'operations that the definition lacks, requested again').toEqual([]);
    return swept;
  } finally {
    await standIn.close();
  }
}

const isWriting = process.env.WRITE_TABLE !== undefined;

// The deep tests go through all versions and the variants; `npm test` has the base of one, and every fourth screen.
const visitsAll = isDeep || isWriting;
const versions = visitsAll ? definitionVersions : [everydayVersion];

for (const version of versions) {
  test(
    `a person uses ${visitsAll ? 'every screen' : 'screens'} at a server of ${version}`,
    { tag: '@foreign' },
    async ({ page, problems }) => {
      test.setTimeout(300_000);
      problems.expect(...expectedProblems);
      const visited = screens.filter((_, index) => visitsAll || index % 4 === 0);
      const column = columnOf(await visitScreens(page, version, base, visited));
      const figures = figuresOf(column, countChanges(offeredChanges(version)));
      if (isWriting) {
        writeColumn(version, column);
        writeColumn(version, figures, 'figures');
      }
      const cells = readColumn(version);
      const names = screens.map(({ name }) => name);
      expect(Object.keys(cells).toSorted(), 'the screens of docs/other-servers.md').toEqual(names.toSorted());
      expect(cells, 'the table in docs/other-servers.md').toMatchObject(column);
      if (isDeep)
        expect(readColumn(version, 'figures'), 'the figures in docs/other-servers.md').toEqual(figures);
    },
  );

  for (const variant of isDeep ? variants : [])
    for (const [group, visited] of Object.entries(screenGroups))
      test(
        `a person uses every screen at a server of ${version}: ${variant.name}: ${group}`,
        { tag: '@foreign' },
        async ({ page, problems }) => {
          test.setTimeout(900_000);
          problems.expect(...expectedProblems, /status of (429|500)/, /^500 /);
          await visitScreens(page, version, variant, visited);
        },
      );
}

if (!visitsAll)
  test(`a person uses the screens that differ at a server of ${newestVersion}`, async ({
    page,
    problems,
  }) => {
    problems.expect(...expectedProblems);
    const everyday = readColumn(everydayVersion);
    const newest = readColumn(newestVersion);
    const differing = screens.filter(
      ({ name }) =>
        newest[name] !== everyday[name] ||
        expectations[newestVersion][name] !== expectations[everydayVersion][name],
    );
    const column = columnOf(await visitScreens(page, newestVersion, base, differing));
    expect(newest, 'the table in docs/other-servers.md').toMatchObject(column);
  });
