import type { AttributeType, Block, BlockLabel, BlockNode, PlainLine } from './block.ts';
import { openapi, signature } from './openapi.ts';

/** Operations of an API that are written by hand: two older generations of the same block, and their parts. */

const text = (maxLength: number): AttributeType => ({ kind: 'text', maxLength });

type Values = Readonly<Record<string, string>>;

const code = (value: string): BlockNode => ({ element: 'code', attributes: { dir: 'ltr' }, nodes: [value] });

interface Part {
  name: string;
  /** Whether it is a box of its own; others are parts of one. */
  isBox?: true;
  parent?: string;
  attributes?: Record<string, AttributeType>;
  /** The line above the content. */
  title?: (values: Values) => { label?: BlockLabel; code?: string; text?: string };
}

/** A part shows its title and what is in it. */
function part({ name, isBox, parent, attributes = {}, title = () => ({}) }: Part): Block {
  const linesOf = (values: Values): PlainLine[] => {
    const { label, code: literal, text: plain } = title(values);
    const words = [literal, plain].filter((word) => word !== undefined && word !== '').join(' ');
    return [
      ...(label === undefined ? [] : [{ label, ...(words !== '' && { text: words }), isStrong: true }]),
      ...(label === undefined && words !== '' ? [{ text: words, isStrong: true }] : []),
    ];
  };
  return {
    name,
    attributes,
    end: 'required',
    holds: 'blocks',
    ...(parent !== undefined && { parent }),
    elements({ values }) {
      const { label, code: literal = '', text: plain = '' } = title(values);
      const nodes: BlockNode[] = [
        ...(label === undefined ? [] : [{ label }, ' ']),
        ...(literal === '' ? [] : [code(literal), ' ']),
        ...(plain === '' ? [] : [plain]),
      ];
      const line: BlockNode[] = nodes.length === 0 ? [] : [{ element: 'p', classes: ['label'], nodes }];
      const shown: BlockNode[] = [...line, { content: 'blocks' }];
      if (isBox) return [{ element: 'div', classes: ['api-part'], nodes: shown }];
      return line.length === 0 ? shown : [{ element: 'div', nodes: shown }];
    },
    lines: ({ values }) => linesOf(values),
  };
}

const parameter = { name: text(200), type: text(100), required: { kind: 'flag' }, in: text(20) } as const;

const parameterTitle = ({ name = '', type = '', required, in: place = '' }: Values) => ({
  code: name + (required === 'true' ? '*' : ''),
  text: [type, place].filter((word) => word !== '').join(', '),
});

const methodTitle = (values: Values) => ({
  code: signature({ ...values, path: `${values['baseUrl'] ?? values['host'] ?? ''}${values['path'] ?? ''}` }),
  text: values['summary'] ?? '',
});

const PARAMETER_GROUPS = [
  ['path-parameters', 'pathParameters'],
  ['query-parameters', 'queryParameters'],
  ['headers', 'headers'],
  ['form-data-parameters', 'requestBody'],
  ['body-parameters', 'requestBody'],
] as const;

const statusTitle = ({ status = '', httpcode = '', httpCode = httpcode, description = '' }: Values) => ({
  label: 'response' as const,
  code: status || httpCode,
  text: description,
});

/** An operation; one with an address is that of the document there. */
function operationPart(name: string): Block {
  const written = part({ name, isBox: true, attributes: method, title: methodTitle });
  const isElsewhere = ({ src, path }: Values) => src !== undefined && path !== undefined;
  return {
    ...written,
    elements: (use) => (isElsewhere(use.values) ? openapi : written).elements(use),
    lines: (use) => (isElsewhere(use.values) ? openapi : written).lines(use),
    uses: (values) => (isElsewhere(values) ? (openapi.uses?.(values) ?? []) : []),
  };
}

const method = {
  method: text(20),
  path: text(1000),
  host: text(500),
  baseUrl: text(500),
  summary: text(500),
  src: { kind: 'url' },
} as const;

export const swaggerBlocks: readonly Block[] = [
  operationPart('swagger'),
  part({ name: 'swagger-description', parent: 'swagger' }),
  part({ name: 'swagger-parameter', parent: 'swagger', attributes: parameter, title: parameterTitle }),
  part({
    name: 'swagger-response',
    parent: 'swagger',
    attributes: { status: text(20), description: text(500) },
    title: statusTitle,
  }),
  operationPart('api-method'),
  part({ name: 'api-method-summary', parent: 'api-method' }),
  part({ name: 'api-method-description', parent: 'api-method' }),
  part({ name: 'api-method-spec', parent: 'api-method' }),
  part({ name: 'api-method-request' }),
  ...PARAMETER_GROUPS.map(([kind, label]) => part({ name: `api-method-${kind}`, title: () => ({ label }) })),
  part({ name: 'api-method-parameter', attributes: parameter, title: parameterTitle }),
  part({ name: 'api-method-response' }),
  part({
    name: 'api-method-response-example',
    attributes: { httpCode: text(20), httpcode: text(20) },
    title: statusTitle,
  }),
  part({ name: 'api-method-response-example-description' }),
];
