/** Which queries of a screen replace it when they fail: its subject, and what is named here. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const folder = new URL('.', import.meta.url);

/** Calls that wait for a query, and throw its error. */
const isWaiting = (name: string) =>
  /^(ensureQueryData|ensureInfiniteQueryData|fetchQuery|fetchInfiniteQuery|loadList)$/.test(name);

/** Calls in which a failure is caught, or says that the server has no such thing. */
const isCaught = (name: string) => /^(loadPart|catch)$/.test(name);

/** Records that screens belong to; the layouts around them load them. */
const resources = new Set(['getOrganizationOptions', 'getSiteOptions', 'getSpaceOptions', 'changeRequestOf']);

/** The queries besides the first without which a screen would be empty or untrue, by route, with the reason. */
const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'account/route': { ownTokens: 'Only our own server has this screen.' },
  'o.$organizationId/collections/$collectionId': { contentOptions: 'Says where the collection is.' },
  'o.$organizationId/collections_/$collectionId.access': {
    contentOptions: 'Says what is inherited.',
    list: 'The screen is about it; what a server doesn’t list is said by `loadOptional`.',
    collectionTeams: 'Access without that of teams would be untrue.',
  },
  'o.$organizationId/spaces/$spaceId': { contentOptions: 'Says where the space is, and may be moved.' },
  'o.$organizationId/spaces/$spaceId.access': {
    list: 'The screen is about it; what a server doesn’t list is said by `loadOptional`.',
    spaceTeams: 'Access without that of teams would be untrue.',
  },
  'o.$organizationId/spaces/$spaceId.git': {
    connectionOf: 'The screen is about it; the space says whether there is one.',
  },
  'o.$organizationId/spaces.$spaceId_.changes/$changeRequest.content': {
    pageWithDocument: 'The screen is about the open page; the tree says which.',
  },
  'o.$organizationId/spaces.$spaceId_.changes/$changeRequest.content.$pageId.edit': {
    pagesOf: 'The editor links to pages, and says which one is open.',
  },
  'o.$organizationId/spaces.$spaceId_.changes/$changeRequest.reusable.index': {
    changesOf: 'Without them, nothing would look changed.',
  },
  'o.$organizationId/spaces.$spaceId_.changes/$changeRequest.reusable.$contentId.index': {
    changesOf: 'They say which versions have it.',
    'sides.base': 'The screen is about it.',
    'sides.next': 'The screen is about it.',
    linesCompared: 'The screen is about the differences; it shows them as soon as it is there.',
  },
  'o.$organizationId/spaces.$spaceId_.changes/$changeRequest.reusable.$contentId.edit': {
    reusableContentAt: 'The screen is about it.',
    pagesOf: 'The editor links to pages.',
  },
  'o.$organizationId/imports/new': {
    importsOf: 'Says whether the server has imports.',
  },
  'o.$organizationId/sites_/$siteId.git': { siteConnectionOf: 'The screen is about it.' },
  'o.$organizationId/sso/route': {
    providersOf: 'The screen is about them; the first query is cached by the layout.',
  },
  'o.$organizationId/members/former-guests': {
    formerGuestsOf: 'The dialog is about them; the first query is cached by the layout.',
  },
  'o.$organizationId/settings/mail': {
    getMailSettingsOptions: 'The screen is about them; the first query is cached by the layout.',
  },
  'o.$organizationId/settings/merge-rules': {
    mergeRulesOf: 'The screen is about them; the first query is cached by the layout.',
  },
  'o.$organizationId/settings/webhooks/route': {
    webhooksOf: 'The screen is about them; the first query is cached by the layout.',
  },
  'o.$organizationId/sites_/$siteId.published': {
    siteStructureOptions: 'Without it, each item would look as if it were not in the structure any more.',
  },
  'o.$organizationId/sites_/$siteId.visitors': {
    schemaOf: 'What visitors see depends on it.',
    segmentsOptions: 'It shows what each of them sees.',
  },
};

interface Loader {
  route: string;
  /** The queries that it waits for, by the name of their options; the first is what the screen is about. */
  queries: string[];
}

/** The query of a call: `membersOf` of `ensureQueryData(membersOf(id))`. */
function queryOf(call: ts.CallExpression, name: string): string {
  const argument = call.arguments[name === 'loadList' ? 1 : 0];
  const options = argument && ts.isCallExpression(argument) ? argument.expression : argument;
  return options?.getText() ?? '';
}

const nameOf = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();

function readLoader(file: string): Loader | undefined {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const queries: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = nameOf(node);
      if (isCaught(name)) return;
      if (name === 'loadWithPart') return node.arguments.slice(0, 2).forEach(collect);
      if (isWaiting(name)) queries.push(queryOf(node, name));
    }
    ts.forEachChild(node, collect);
  };
  let isFound = false;
  const find = (node: ts.Node): void => {
    const isLoader =
      (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) && node.name.getText() === 'loader';
    if (!isLoader) return ts.forEachChild(node, find);
    isFound = true;
    collect(node);
  };
  find(source);
  const route = file.replace(/^_shell\//, '').replace(/\.tsx$/, '');
  return isFound ? { route, queries: [...new Set(queries)] } : undefined;
}

const loaders = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map(readLoader)
  .filter((loader) => loader !== undefined);

it('a part of a screen that fails doesn’t replace the screen', () => {
  const unwrapped = loaders.flatMap(({ route, queries }) =>
    queries
      .slice(1)
      .filter((query) => !resources.has(query) && needed[route]?.[query] === undefined)
      .map((query) => `${route}: ${query}`),
  );
  expect(unwrapped, 'put them into loadPart, and what shows them into a PanelBoundary').toEqual([]);
});

it('names only queries that loaders have', () => {
  const requiredQueries = Object.entries(needed).flatMap(([route, queries]) =>
    Object.keys(queries).map((query) => ({ route, query })),
  );
  const stale = requiredQueries.filter(
    ({ route, query }) =>
      !loaders.some((loader) => loader.route === route && loader.queries.slice(1).includes(query)),
  );
  expect(loaders.length).toBeGreaterThan(40);
  expect(stale).toEqual([]);
});
