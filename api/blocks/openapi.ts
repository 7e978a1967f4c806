import { listEntries } from './attributes.ts';
import type { Block, BlockNode, SpecificationUse } from './block.ts';
import { linkCard } from './link-card.ts';
import { hrefOf } from './references.ts';

const text = (maxLength: number) => ({ kind: 'text', maxLength }) as const;

type Values = Readonly<Record<string, string>>;

/** `GET /pets`, as code. */
export const signature = ({ method = '', path = '' }: Values): string =>
  `${method.toUpperCase()} ${path}`.trim();

const operationUse = (spec: string, { method = '', path }: Values): SpecificationUse[] =>
  path === undefined ? [] : [{ spec, path, method: method.toLowerCase() }];

const shownAs = (code: string): BlockNode => ({
  element: 'p',
  nodes: [{ element: 'code', attributes: { dir: 'ltr' }, nodes: [code] }],
});

/** One element of the page, however many a specification fills in: those who write are led to it by its line. */
const inOne = (slot: BlockNode): BlockNode => ({ element: 'div', nodes: [slot] });

/** An operation of the document at an address. */
export const openapi: Block = {
  name: 'openapi',
  aliases: ['openapi-webhook'],
  attributes: {
    src: { kind: 'url' },
    path: text(1000),
    method: text(20),
    name: text(200),
    expanded: { kind: 'flag' },
  },
  end: 'optional',
  holds: 'blocks',
  isContentHidden: true,
  elements({ values }) {
    const { src, path, name } = values;
    const title = signature(values) || (name ?? src ?? '');
    const link: BlockNode[] = src === undefined ? [shownAs(title)] : [linkCard(src, title)];
    const card: BlockNode = { element: 'figure', classes: ['embed'], nodes: link };
    if (path === undefined) return [card];
    return [inOne({ slot: 'operation', value: JSON.stringify(values), nodes: [card] })];
  },
  lines: ({ values }) => linesOf(signature(values), values['src']),
  uses: (values) => operationUse(values['src'] ?? '', values),
  document: {
    type: 'swagger',
    data: ({ src = '', path = '', method = '' }) => ({ ref: { kind: 'url', url: src }, path, method }),
    attributes: ({ ref, path, method }) => ({ src: hrefOf(ref), path, method }),
  },
};

/** An operation of a specification of the organization. */
export const openapiOperation: Block = {
  name: 'openapi-operation',
  attributes: { spec: text(200), path: text(1000), method: text(20) },
  end: 'optional',
  holds: 'blocks',
  isContentHidden: true,
  elements: ({ values }) => [
    inOne({ slot: 'operation', value: JSON.stringify(values), nodes: [shownAs(signature(values))] }),
  ],
  lines: ({ values }) => linesOf(signature(values)),
  uses: (values) => operationUse(values['spec'] ?? '', values),
  document: {
    type: 'openapi-operation',
    data: ({ spec = '', path = '', method = '' }) => ({ ref: { kind: 'openapi', spec }, path, method }),
    attributes: ({ ref, path, method }) => ({ spec: specOf(ref), path, method }),
  },
};

const MAX_SCHEMAS = 50;

export const openapiSchemas: Block = {
  name: 'openapi-schemas',
  attributes: {
    spec: text(200),
    schemas: { kind: 'list', maxEntries: MAX_SCHEMAS },
    grouped: { kind: 'flag' },
  },
  end: 'optional',
  holds: 'blocks',
  isContentHidden: true,
  elements: ({ values }) => [
    inOne({
      slot: 'schemas',
      value: JSON.stringify(values),
      nodes: listEntries(values['schemas'] ?? '', MAX_SCHEMAS).map(shownAs),
    }),
  ],
  lines: ({ values }) => linesOf(listEntries(values['schemas'] ?? '', MAX_SCHEMAS).join(', ')),
  uses: ({ spec = '', schemas = '' }) =>
    listEntries(schemas, MAX_SCHEMAS).map((schema) => ({ spec, schema })),
  document: {
    type: 'openapi-schemas',
    data: ({ spec = '', schemas = '', grouped }) => ({
      ref: { kind: 'openapi', spec },
      schemas: listEntries(schemas, MAX_SCHEMAS),
      ...(grouped !== undefined && { grouped: grouped === 'true' }),
    }),
    attributes: ({ ref, schemas, grouped }) => ({ spec: specOf(ref), schemas: String(schemas), grouped }),
  },
};

const linesOf = (title: string, href?: string) => [
  ...(title === '' ? [] : [{ text: title, isStrong: true }]),
  ...(href === undefined ? [] : [{ href }]),
];

const specOf = (ref: unknown): unknown =>
  typeof ref === 'object' && ref !== null && 'spec' in ref ? ref.spec : undefined;
