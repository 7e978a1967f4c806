import { HeadingAnchors } from '#api/heading-anchors.ts';
import { slugOf } from '#api/slug.ts';
import { type LinkedPage, referenceLink, type ReferencePart, schemaKey } from '../pages/reference-part.ts';
import type { SpecOutline } from './divide-reference.ts';
import { limitText } from './limit-text.ts';
import { listOperations, type SpecOperation } from './list-operations.ts';
import { EMPTY_ABOUT, readAbout } from './read-about.ts';
import { firstServerUrl, readBrief, readOperation } from './read-operation.ts';
import type { ReadContext } from './read-request.ts';
import { ReadingBudget } from './reading-budget.ts';
import type { DefinitionView, OperationGroup, OperationView, ReferenceView } from './reference-view.ts';
import { readSchemaTree } from './schema-tree.ts';
import { entriesOf, type JsonObject, listOf, memberOf, SpecSource, textIn, textOf } from './spec-source.ts';
import { serversOf, toSecurityScheme } from './swagger.ts';

/** More operations are counted, not shown; on one page fewer. */
const MAX_OPERATIONS = 10_000;
const MAX_OPERATIONS_OF_PAGE = 2000;
/** Of all operations of a page together, in characters; operations after it are brief. */
const MAX_CHARACTERS = 600_000;
const MAX_SCHEMAS = 9000;
const LEAST_CHARACTERS = 4000;
const MAX_DEFINITIONS = 5000;
/** Of definitions that stand below the operations of the same page. */
const MAX_DEFINITIONS_OF_PAGE = 400;
const DEFINITIONS_BUDGET = { schemas: 3000, characters: 300_000 };
/** Of servers, security schemes and tags. */
const MAX_OTHER_CHARACTERS = 150_000;
const MAX_TEXT_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 20_000;

export interface ReferenceOptions {
  /** The anchors of the page's own headings; those of the reference are added. */
  anchors?: HeadingAnchors;
  /** Whether definitions that operations share are shown too. */
  withDefinitions?: boolean;
  /** Of several pages the one that is read; without it, all is on one page. */
  part?: ReferencePart | undefined;
}

/**
 * Reads the content of a page about an API specification. `documents` maps file names to parsed documents:
 * OpenAPI 3.0 and 3.1, Swagger 2.0. Missing or unexpected parts are left out; the result is bounded, for
 * specifications of any size.
 */
export function readReference(
  documents: unknown,
  { anchors = new HeadingAnchors(), withDefinitions = true, part }: ReferenceOptions = {},
): ReferenceView {
  const source = new SpecSource(documents);
  const all = listOperations(source);
  const placed = part
    ? partOperations(withAnchors(all.slice(0, MAX_OPERATIONS), new HeadingAnchors()), part)
    : withAnchors(all.slice(0, MAX_OPERATIONS_OF_PAGE), anchors);
  // The same on each page of a reference.
  const definitions = withDefinitions ? listDefinitions(source, part ? new HeadingAnchors() : anchors) : [];
  const context = { source, links: definitionLinks(definitions, part), schemes: securitySchemes(source) };
  const budget = new ReadingBudget({ characters: MAX_OTHER_CHARACTERS });
  const operations = readOperations(context, placed, serverUrlOf(source));
  const about = !part || part.kind === 'overview' ? readAbout(context, budget) : EMPTY_ABOUT;
  return {
    ...about,
    groups: groupByTag(source.root, { found: placed, operations, anchors, budget }),
    definitions: readDefinitions(context, definitions, part),
    pages: part && 'pages' in part ? part.pages : part?.kind === 'schemas' ? schemaPages(definitions) : [],
    moreOperations: part ? 0 : all.length - placed.length,
  };
}

function partOperations(
  operations: readonly PlacedOperation[],
  part: ReferencePart,
): readonly PlacedOperation[] {
  if (part.kind !== 'operations') return [];
  const anchors = new Set(part.anchors);
  return operations.filter(({ anchor }) => anchors.has(anchor));
}

function definitionLinks(
  definitions: readonly FoundDefinition[],
  part: ReferencePart | undefined,
): ReadonlyMap<string, string> {
  const listed = part ? definitions : definitions.slice(0, MAX_DEFINITIONS_OF_PAGE);
  return new Map(
    listed.map(({ key, anchor }) => [
      key,
      part ? referenceLink(schemaKey(anchor)) : `#${encodeURIComponent(anchor)}`,
    ]),
  );
}

function schemaPages(definitions: readonly FoundDefinition[]): LinkedPage[] {
  return definitions.map(({ name, anchor }) => ({ key: schemaKey(anchor), title: name, operations: [] }));
}

function serverUrlOf({ root, isSwagger }: SpecSource): string {
  return firstServerUrl(isSwagger ? serversOf(root) : root['servers']) ?? 'https://api.example.com';
}

/** The operations and definitions of a specification in short, with the anchors that they have on all of its pages. */
export function outlineReference(documents: unknown): SpecOutline {
  const source = new SpecSource(documents);
  const placed = withAnchors(listOperations(source).slice(0, MAX_OPERATIONS), new HeadingAnchors());
  const definitions = listDefinitions(source, new HeadingAnchors());
  const context = {
    source,
    links: definitionLinks(definitions, { key: '', kind: 'schemas' }),
    schemes: new Map(),
  };
  const serverUrl = serverUrlOf(source);
  const budget = new ReadingBudget({ characters: MAX_OTHER_CHARACTERS });
  const weights = new Map(
    placed.map((operation) => [operation.anchor, weightOf(context, operation, serverUrl)] as const),
  );
  const briefs = placed.map((operation) => readBrief(operation, operation.anchor));
  const groups = groupByTag(source.root, {
    found: placed,
    operations: briefs,
    anchors: new HeadingAnchors(),
    budget,
  });
  return {
    sections: groups.map(({ kind, title, operations }) => ({
      kind,
      title,
      operations: operations.map(({ anchor, title: name, method, path }) => {
        return { anchor, title: name, method, path, weight: weights.get(anchor) ?? 0 };
      }),
    })),
    schemas: definitions.map(({ name, anchor }) => ({ name, anchor })),
  };
}

/** How much an operation shows, in characters. */
function weightOf(
  context: Omit<ReadContext, 'budget'>,
  operation: PlacedOperation,
  serverUrl: string,
): number {
  const budget = new ReadingBudget({ schemas: MAX_SCHEMAS, characters: MAX_CHARACTERS });
  readOperation({ ...context, budget, isMeasured: true }, operation, { anchor: operation.anchor, serverUrl });
  return budget.spent;
}

/** An operation with its place on the page. */
interface PlacedOperation extends SpecOperation {
  anchor: string;
}

/** The operations of a specification that a page shows, in the order of the document, webhooks last. */
export function findOperations(source: SpecSource): PlacedOperation[] {
  return withAnchors(listOperations(source).slice(0, MAX_OPERATIONS), new HeadingAnchors());
}

/** Operations with anchors that are no others of the page. */
function withAnchors(operations: readonly SpecOperation[], anchors: HeadingAnchors): PlacedOperation[] {
  return operations.map((operation) => ({ ...operation, anchor: anchors.take(anchorOf(operation)) }));
}

/** Names that the page has, or had, for other things: operations keep the names that they got instead. */
const RESERVED = /^(content|contents|menu|q|tabs_.*|~.*)$/i;

/** The id of an operation, which stays when its path or title changes; else its method and path. */
function anchorOf({ operation, method, path }: SpecOperation): string {
  const id = textIn(operation, 'operationId')
    .replace(/[^\p{L}\p{N}._~-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\p{Cs}/gu, '');
  if (id === '') return slugOf(`${method} ${path.slice(0, MAX_TEXT_LENGTH)}`);
  return RESERVED.test(id) ? `operation-${id}` : id;
}

function securitySchemes(source: SpecSource): Map<string, unknown> {
  const { root, isSwagger } = source;
  const schemes = isSwagger ? root['securityDefinitions'] : memberOf(root['components'], 'securitySchemes');
  return new Map(
    entriesOf(schemes).map(([name, reference]) => {
      const scheme = source.resolve(reference).value;
      return [name, isSwagger ? toSecurityScheme(scheme) : scheme];
    }),
  );
}

function readOperations(
  context: Omit<ReadContext, 'budget'>,
  found: readonly PlacedOperation[],
  serverUrl: string,
): OperationView[] {
  let remaining = MAX_CHARACTERS;
  return found.map((operation) => {
    const { anchor } = operation;
    if (remaining <= 0) return { ...readBrief(operation, anchor), description: '' };
    const characters = Math.max(remaining, LEAST_CHARACTERS);
    const budget = new ReadingBudget({ schemas: MAX_SCHEMAS, characters });
    const view = readOperation({ ...context, budget }, operation, { anchor, serverUrl });
    remaining -= budget.spent;
    return view;
  });
}

/** Operations by their first tag: tags in the order of the specification, then others, then webhooks. */
function groupByTag(
  root: JsonObject,
  {
    found,
    operations,
    anchors,
    budget,
  }: {
    found: readonly SpecOperation[];
    operations: readonly OperationView[];
    anchors: HeadingAnchors;
    budget: ReadingBudget;
  },
): OperationGroup[] {
  const described = new Map(listOf(root['tags']).map((tag) => [textIn(tag, 'name'), tag]));
  const byTag = new Map<string, OperationView[]>([...described.keys()].map((name) => [name, []]));
  const webhooks: OperationView[] = [];
  for (const [index, { operation, isWebhook }] of found.entries()) {
    const view = operations[index];
    const [tag = ''] = listOf(operation['tags']).map(textOf);
    if (!view) continue;
    if (isWebhook) webhooks.push(view);
    else byTag.set(tag, [...(byTag.get(tag) ?? []), view]);
  }
  const others = byTag.get('') ?? [];
  byTag.delete('');
  const tags = [...byTag]
    .filter(([, views]) => views.length > 0)
    .map(([name, views]): OperationGroup => {
      const tag = described.get(name);
      const title = textIn(tag, 'x-displayName');
      return {
        kind: 'tag',
        title: limitText(title === '' ? name : title, MAX_TEXT_LENGTH),
        description: budget.cut(textIn(tag, 'description'), MAX_DESCRIPTION_LENGTH),
        anchor: anchors.take(slugOf(name.slice(0, MAX_TEXT_LENGTH))),
        operations: views,
      };
    });
  const rest = { title: '', description: '' };
  return [
    ...tags,
    ...(others.length > 0
      ? [{ ...rest, kind: 'others' as const, anchor: anchors.take('operations'), operations: others }]
      : []),
    ...(webhooks.length > 0
      ? [{ ...rest, kind: 'webhooks' as const, anchor: anchors.take('webhooks'), operations: webhooks }]
      : []),
  ];
}

interface FoundDefinition {
  name: string;
  key: string;
  anchor: string;
  schema: unknown;
}

function listDefinitions(source: SpecSource, anchors: HeadingAnchors): FoundDefinition[] {
  const path = source.isSwagger ? ['definitions'] : ['components', 'schemas'];
  const node = path.reduce<unknown>((parent, name) => memberOf(parent, name), source.root);
  return entriesOf(node)
    .slice(0, MAX_DEFINITIONS)
    .map(([name, schema]) => ({
      name: limitText(name, MAX_TEXT_LENGTH),
      key: source.keyOf(...path, name),
      anchor: anchors.take(`schema-${name.replace(/[^\p{L}\p{N}._~-]+/gu, '-').slice(0, MAX_TEXT_LENGTH)}`),
      schema,
    }));
}

/** Definitions refer to each other by links. */
function readDefinitions(
  { source, links }: Omit<ReadContext, 'budget'>,
  definitions: readonly FoundDefinition[],
  part: ReferencePart | undefined,
): DefinitionView[] {
  const one = part?.kind === 'schema' ? part.anchor : undefined;
  if (part && one === undefined) return [];
  const listed =
    one === undefined
      ? definitions.slice(0, MAX_DEFINITIONS_OF_PAGE)
      : definitions.filter(({ anchor }) => anchor === one);
  const limits =
    one === undefined ? DEFINITIONS_BUDGET : { schemas: MAX_SCHEMAS, characters: MAX_CHARACTERS };
  const budget = new ReadingBudget(limits);
  return listed.map(({ name, anchor, schema }) => ({
    name,
    anchor,
    schema: readSchemaTree(schema, {
      source,
      links,
      budget,
      direction: undefined,
      isFlat: one === undefined,
      isWhole: true,
    }),
  }));
}
