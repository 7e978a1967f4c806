import { harmlessUrl, isAbsolute } from '../html/urls.ts';
import { HeadingAnchors } from '../pages/heading-anchors.ts';
import { slugOf } from '../pages/page-tree.ts';
import { limitText } from './limit-text.ts';
import { listOperations, type SpecOperation } from './list-operations.ts';
import { firstServerUrl, readBrief, readOperation } from './read-operation.ts';
import type { ReadContext } from './read-request.ts';
import { ReadingBudget } from './reading-budget.ts';
import type {
  AccessSchemeView,
  DefinitionView,
  OperationGroup,
  OperationView,
  ReferenceView,
  ServerView,
} from './reference-view.ts';
import { readSchemaTree } from './schema-tree.ts';
import {
  entriesOf,
  isObject,
  type JsonObject,
  listOf,
  memberOf,
  SpecSource,
  textIn,
  textOf,
} from './spec-source.ts';
import { serversOf, toSecurityScheme } from './swagger.ts';

/** More operations are counted, not shown. */
const MAX_OPERATIONS = 2000;
/** Of all operations together, in characters; operations after it are brief. Each gets its share, within limits. */
const MAX_CHARACTERS = 800_000;
const CHARACTERS_PER_OPERATION = { least: 4000, most: 60_000 };
const MAX_SCHEMAS = 9000;
const SCHEMAS_PER_OPERATION = { least: 12, most: 300 };
const MAX_DEFINITIONS = 400;
const DEFINITIONS_BUDGET = { schemas: 3000, characters: 300_000 };
/** Of servers, security schemes and tags. */
const MAX_OTHER_CHARACTERS = 150_000;
const MAX_TEXT_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_LISTED = 40;

export interface ReferenceOptions {
  /** The anchors of the page's own headings; those of the reference are added. */
  anchors?: HeadingAnchors;
  /** Whether definitions that operations share are shown too. */
  withDefinitions?: boolean;
}

/**
 * Reads the content of a page about an API specification. `documents` maps file names to parsed documents:
 * OpenAPI 3.0 and 3.1, Swagger 2.0. Missing or unexpected parts are left out; the result is bounded, for
 * specifications of any size.
 */
export function readReference(
  documents: unknown,
  { anchors = new HeadingAnchors(), withDefinitions = true }: ReferenceOptions = {},
): ReferenceView {
  const source = new SpecSource(documents);
  const { root } = source;
  const info = root['info'];
  const servers = source.isSwagger ? serversOf(root) : listOf(root['servers']);
  const all = listOperations(source);
  const visibleParts = withAnchors(all, anchors);
  const definitions = withDefinitions ? listDefinitions(source, anchors) : [];
  const context = {
    source,
    anchors: new Map(definitions.map(({ key, anchor }) => [key, anchor])),
    schemes: securitySchemes(source),
  };
  const budget = new ReadingBudget({ characters: MAX_OTHER_CHARACTERS });
  const serverUrl = firstServerUrl(servers) ?? 'https://api.example.com';
  const operations = readOperations(context, visibleParts, serverUrl);
  return {
    title: limitText(textIn(info, 'title'), MAX_TEXT_LENGTH),
    version: limitText(textIn(info, 'version'), MAX_TEXT_LENGTH),
    description: limitText(textIn(info, 'description'), MAX_DESCRIPTION_LENGTH),
    license: readLink(memberOf(info, 'license')),
    contact: readLink(memberOf(info, 'contact')),
    termsUrl: publicUrl(textIn(info, 'termsOfService')),
    servers: servers.slice(0, MAX_LISTED).map((server) => readServer(server, budget)),
    schemes: [...context.schemes]
      .slice(0, MAX_LISTED)
      .flatMap(([name, scheme]) => readScheme(name, scheme, budget)),
    groups: groupByTag(root, { found: visibleParts, operations, anchors, budget }),
    definitions: readDefinitions(context, definitions),
    moreOperations: all.length - visibleParts.length,
  };
}

/** An operation with its place on the page. */
interface PlacedOperation extends SpecOperation {
  anchor: string;
}

/** The operations of a specification that a page shows, in the order of the document, webhooks last. */
export function findOperations(source: SpecSource): PlacedOperation[] {
  return withAnchors(listOperations(source), new HeadingAnchors());
}

/** Operations with anchors that are no others of the page; not more than a page shows. */
function withAnchors(operations: readonly SpecOperation[], anchors: HeadingAnchors): PlacedOperation[] {
  return operations
    .slice(0, MAX_OPERATIONS)
    .map((operation) => ({ ...operation, anchor: anchors.take(anchorOf(operation)) }));
}

/** Names that the page has for other things. */
const RESERVED = /^(content|contents|menu|q2?|~.*)$/i;

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

function share(total: number, count: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, Math.floor(total / Math.max(1, count))));
}

function readOperations(
  context: Omit<ReadContext, 'budget'>,
  found: readonly PlacedOperation[],
  serverUrl: string,
): OperationView[] {
  const schemas = share(MAX_SCHEMAS, found.length, SCHEMAS_PER_OPERATION);
  const characters = share(MAX_CHARACTERS, found.length, CHARACTERS_PER_OPERATION);
  let remaining = MAX_CHARACTERS;
  return found.map((operation) => {
    const { anchor } = operation;
    if (remaining <= 0) return { ...readBrief(operation, anchor), description: '' };
    const budget = new ReadingBudget({ schemas, characters });
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
  { source, anchors }: Omit<ReadContext, 'budget'>,
  definitions: readonly FoundDefinition[],
): DefinitionView[] {
  const budget = new ReadingBudget(DEFINITIONS_BUDGET);
  return definitions.map(({ name, anchor, schema }) => ({
    name,
    anchor,
    schema: readSchemaTree(schema, { source, anchors, budget, direction: undefined, isFlat: true }),
  }));
}

function publicUrl(url: string): string {
  const harmless = harmlessUrl(url, 'link') ?? '';
  return isAbsolute(harmless) ? harmless : '';
}

/** A licence or a contact: its name, and where it is. */
function readLink(written: unknown): { name: string; url: string } {
  const email = textIn(written, 'email');
  const url = publicUrl(textIn(written, 'url'));
  const name =
    [textIn(written, 'name'), textIn(written, 'identifier'), email, url].find((text) => text !== '') ?? '';
  const mail = email === '' ? '' : (harmlessUrl(`mailto:${email}`, 'link') ?? '');
  return { name: limitText(name, MAX_TEXT_LENGTH), url: url === '' ? mail : url };
}

function readServer(written: unknown, budget: ReadingBudget): ServerView {
  return {
    url: budget.cut(textIn(written, 'url'), MAX_TEXT_LENGTH * 2),
    description: budget.cut(textIn(written, 'description'), MAX_DESCRIPTION_LENGTH),
    variables: entriesOf(memberOf(written, 'variables'))
      .slice(0, MAX_LISTED)
      .map(([name, variable]) => ({
        name: budget.cut(name, MAX_TEXT_LENGTH),
        default: budget.cut(textIn(variable, 'default'), MAX_TEXT_LENGTH),
        values: listOf(memberOf(variable, 'enum'))
          .slice(0, MAX_LISTED)
          .map((value) => budget.cut(textOf(value), MAX_TEXT_LENGTH)),
        description: budget.cut(textIn(variable, 'description'), MAX_TEXT_LENGTH),
      })),
  };
}

const FLOWS = ['authorizationCode', 'implicit', 'password', 'clientCredentials'] as const;

function readScheme(name: string, scheme: unknown, budget: ReadingBudget): AccessSchemeView[] {
  const kind = schemeKind(scheme);
  if (kind === undefined) return [];
  const details = { bearer: 'bearerFormat', http: 'scheme', openIdConnect: 'openIdConnectUrl' };
  const member = Object.entries(details).find(([known]) => known === kind)?.[1] ?? 'name';
  const detail = textIn(scheme, member);
  const flows = memberOf(scheme, 'flows');
  return [
    {
      name: budget.cut(name, MAX_TEXT_LENGTH),
      kind,
      detail: kind === 'openIdConnect' ? publicUrl(detail) : budget.cut(detail, MAX_TEXT_LENGTH),
      description: budget.cut(textIn(scheme, 'description'), MAX_DESCRIPTION_LENGTH),
      flows: FLOWS.flatMap((flow) => {
        const flowObject = memberOf(flows, flow);
        if (!isObject(flowObject)) return [];
        const scopes = entriesOf(flowObject['scopes'])
          .slice(0, MAX_LISTED * 3)
          .map(([scope, description]) => ({
            name: budget.cut(scope, MAX_TEXT_LENGTH),
            description: budget.cut(textOf(description), MAX_TEXT_LENGTH * 2),
          }));
        return [
          {
            kind: flow,
            authorizationUrl: publicUrl(textIn(flowObject, 'authorizationUrl')),
            tokenUrl: publicUrl(textIn(flowObject, 'tokenUrl')),
            scopes,
          },
        ];
      }),
    },
  ];
}

function schemeKind(scheme: unknown): AccessSchemeView['kind'] | undefined {
  const type = textIn(scheme, 'type');
  const place = textIn(scheme, 'in');
  const http = textIn(scheme, 'scheme').toLowerCase();
  switch (type) {
    case 'apiKey':
      return place === 'query' ? 'apiKeyQuery' : place === 'cookie' ? 'apiKeyCookie' : 'apiKeyHeader';
    case 'http':
      return http === 'basic' || http === 'bearer' ? http : 'http';
    case 'mutualTLS':
      return 'mutualTls';
    case 'oauth2':
    case 'openIdConnect':
      return type;
    default:
      return undefined;
  }
}
