/** Makes the changes of the fault run at the stand-in. */
import { expect, type Page } from '@playwright/test';
import { createClient } from '#api/generated/client/index.ts';
import { everydayCases, faultGroups } from '../faults/fault-cases.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { requestPatternOf, tagsOf } from '../faults/operation-requests.ts';
import type { FaultGroup } from '../registry.ts';
import { navigateTo } from '../support/navigation.ts';
import type { Organization, Person } from '../support/organizations.ts';
import { type DefinitionVersion, everydayVersion, loadDefinition } from './definition.ts';
import { type ForeignServer, preparationHeader } from './foreign-server.ts';
import { organizationId } from './state.ts';
import { neverShown } from './sweep.ts';

/** Changes, by operation or name, whose operations the definition has, but which the console doesn't offer there. */
const notOffered: Readonly<Record<string, string>> = {
  acceptInvite: 'The only person of the stand-in is a member already.',
  restoreSpace: 'Such a server doesn’t list deleted spaces.',
  createTranslation: 'Translations have a form of their own there, which `truths.spec.ts` fills in.',
  'renaming translation settings': 'Translations have no title there.',
  createSiteRedirect: 'Redirects have other contents there.',
  updateSiteRedirect: 'Redirects have other contents there.',
  deleteSiteRedirect: 'Redirects have other contents there.',
  editChangeRequestContent: 'Whether pages can be edited is only known where the definition is served.',
};

/** Changes of groups, which the console offers where a server lists them. */
const ofGroups: ReadonlySet<string> = new Set([
  'createSiteSectionGroup',
  'deleteSiteSectionGroup',
  'updateSiteSectionGroup',
]);

/** Whether the console offers a change at servers of a version. */
export function isOffered(
  version: DefinitionVersion,
  { name, operation, needsExtension }: FaultCase,
): boolean {
  const { method, path } = requestPatternOf(operation);
  const { operations, match } = loadDefinition(version);
  if (ofGroups.has(operation) && !match('GET', '/orgs/x/sites/x/section-groups')) return false;
  return (
    !needsExtension &&
    !(operation in notOffered || name in notOffered) &&
    operations.some(
      (each) => each.method === method && path.test(`/v1${each.path.replaceAll(/\{\w+\}/g, 'x')}`),
    )
  );
}

/** The changes that the console offers at servers of a version, by topic. */
export const offeredChanges = (version: DefinitionVersion): FaultGroup[] =>
  faultGroups
    .map((group) => ({ ...group, cases: group.cases.filter((each) => isOffered(version, each)) }))
    .filter(({ cases }) => cases.length > 0);

/** The changes that `npm test` makes at the stand-in: every fifth that it doesn't make under a fault. */
export const everydayChanges: ReadonlySet<FaultCase> = new Set(
  faultGroups
    .flatMap(({ cases }) => cases)
    .filter((each) => !everydayCases.has(each) && isOffered(everydayVersion, each))
    .filter((_, index) => index % 5 === 0),
);

/** Changes by name whose operations our own server has without its extensions, but which need more. */
const notDocumented: Readonly<Record<string, string>> = {
  'adding a section': 'Spaces outside collections are not listed.',
  'adding a site space': 'Spaces outside collections are not listed.',
  'changing the instructions of a translation': 'Translations have a title only.',
  'changing the role of an invite link': 'Invite links are not listed.',
  'moving a space': 'The newest come first there, so that the space of the case is the last one.',
  'restoring a space': 'Deleted spaces are not listed.',
};

/** Whether the console offers a change at our own server without its extensions. */
export const isDocumented = ({ name, operation, needsExtension }: FaultCase): boolean =>
  !needsExtension && !(name in notDocumented) && !tagsOf(operation).includes('extensions');

/** The groups whose changes are tried there. A person who joins is at another organization. */
export const documentedGroups: readonly FaultGroup[] = faultGroups.filter(({ actor }) => actor === undefined);

/** The changes that the console offers there, by topic. */
export const documentedChanges: readonly FaultGroup[] = documentedGroups.map((group) => ({
  ...group,
  cases: group.cases.filter(isDocumented),
}));

/** How many changes there are in groups. */
export const countChanges = (groups: readonly FaultGroup[]): number =>
  groups.reduce((sum, { cases }) => sum + cases.length, 0);

/** The organization of the stand-in, for cases that prepare something there. */
export function organizationAt(standIn: ForeignServer): Organization {
  const headers = { Authorization: `Bearer ${standIn.token}`, [preparationHeader]: '1' };
  const client = createClient({ baseUrl: standIn.url, headers, throwOnError: true });
  const personOf = (displayName: string, { id, email }: { id: string; email: string }): Person => ({
    id,
    email,
    displayName,
    token: standIn.token,
    client,
  });
  return {
    id: organizationId,
    title: 'Tideline',
    admin: personOf('Ada Admin', { id: 'ada', email: 'ada@tideline.example' }),
    path: (screen = '') => `/o/${organizationId}${screen}`,
    addPerson: (role, displayName = role) =>
      Promise.resolve(personOf(displayName, standIn.addMember(role === 'guest' ? null : role, displayName))),
  };
}

/** The expected content of a screen after a change, where it differs from our own server. */
const shownElsewhere: Readonly<Record<string, FaultCase['expectDone']>> = {
  createLinkInvite: (page) =>
    expect(page.getByRole('dialog').getByText('The URL of this link isn’t available')).toBeVisible(),
};

/** Milliseconds for each step of a change. */
const patience = 10_000;

/** Milliseconds after which a screen asks for everything again. */
const untilStale = 70_000;

/**
 * Goes to the screen of a change: from the one before, where nothing is open that asks before it is left; a page that is
 * loaded anew costs as much as the change. The page has a fake clock.
 */
async function enterScreen(page: Page, path: string, { needsReload }: FaultCase): Promise<void> {
  const { pathname, search } = new URL(page.url());
  if (needsReload || pathname + search === path || (await page.getByRole('dialog').count()) > 0) {
    await page.goto(path);
    return;
  }
  await page.clock.fastForward(untilStale);
  await navigateTo(page, path);
}

/**
 * Makes one change by hand: the server accepts it, and the screen shows it.
 *
 * @param screen its path
 * @returns what went wrong; null if nothing did
 */
export async function submitChange(
  page: Page,
  screen: string,
  organization: Organization,
  change: FaultCase,
): Promise<string | null> {
  const { operation, open, submit, expectDone } = change;
  const { method, path } = requestPatternOf(operation);
  try {
    await enterScreen(page, screen, change);
    await open?.(page, organization);
    const [response] = await Promise.all([
      page.waitForResponse(
        (each) => each.request().method() === method && path.test(new URL(each.url()).pathname),
        { timeout: patience },
      ),
      submit(page),
    ]);
    if (!response.ok()) return `answered ${response.status()}: ${await response.text()}`;
    await expectDone?.(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
    return null;
  } catch (error) {
    return String(error).slice(0, 400);
  }
}

/** A statement on a page that is false, or not meant for people; null if there is none. */
export async function findUntrueText(page: Page): Promise<string | null> {
  const match = neverShown.exec(await page.locator('body').innerText());
  return match && `shows “${match[0].slice(0, 60)}”`;
}

/** Makes one change at the stand-in, which stores something else than before. Returns what went wrong, as above. */
export async function makeChange(
  page: Page,
  standIn: ForeignServer,
  organization: Organization,
  change: FaultCase,
): Promise<string | null> {
  const { operation, screen, open, expectDone } = change;
  const url = organization.path(await screen(organization));
  let before = '';
  const problem = await submitChange(page, url, organization, {
    ...change,
    async open(...opened) {
      await open?.(...opened);
      before = standIn.snapshot();
    },
    expectDone: shownElsewhere[operation] ?? expectDone,
  });
  return problem ?? (standIn.snapshot() === before ? 'changed nothing' : await findUntrueText(page));
}
