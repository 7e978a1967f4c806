import { isRecord, type JsonRecord, listAt, recordAt, resolveReference, textAt } from './documents.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace'];

/** Schemas by media type. */
export type Content = ReadonlyMap<string, unknown>;

export interface Parameter {
  /** `query`, `path`, `header` or `cookie`. */
  location: string;
  name: string;
  isRequired: boolean;
  schema: unknown;
}

/** An operation, independent of the OpenAPI version. */
export interface Operation {
  /** Same for operations that differ only in path parameter names. */
  key: string;
  /** Uppercase. */
  method: string;
  path: string;
  summary: string;
  /** The first tag. */
  tag: string;
  isDeprecated: boolean;
  /** By location and name; path parameters by their order. */
  parameters: ReadonlyMap<string, Parameter>;
  body: { isRequired: boolean; content: Content } | null;
  /** Content by status. */
  responses: ReadonlyMap<string, Content>;
  /** Whether credentials are required. */
  isSecured: boolean;
}

/** Parses the operations of an OpenAPI document (2.0, 3.0 or 3.1), in order. Invalid entries are skipped. */
export function parseOperations(document: JsonRecord): Operation[] {
  return Object.entries(recordAt(document, 'paths')).flatMap(([path, found]) => {
    const item = resolveReference(document, found);
    if (!isRecord(item)) return [];
    return methods.flatMap((method) => {
      const operation = item[method];
      return isRecord(operation) ? [parseOperation(document, { method, path, item, operation })] : [];
    });
  });
}

interface OperationSource {
  method: string;
  path: string;
  item: JsonRecord;
  operation: JsonRecord;
}

function parseOperation(document: JsonRecord, { method, path, item, operation }: OperationSource): Operation {
  const declared = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]
    .map((parameter) => resolveReference(document, parameter))
    .filter(isRecord);
  const [tag] = listAt(operation, 'tags');
  const security = Object.hasOwn(operation, 'security') ? operation : document;
  return {
    key: `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`,
    method: method.toUpperCase(),
    path,
    summary: textAt(operation, 'summary') ?? textAt(operation, 'operationId') ?? '',
    tag: typeof tag === 'string' ? tag : '',
    isDeprecated: operation.deprecated === true,
    parameters: parseParameters(declared, path),
    body: parseBody(document, operation, declared),
    responses: parseResponses(document, operation),
    isSecured: isSecured(listAt(security, 'security')),
  };
}

/** An empty list, or an empty option in it, means no authentication. */
function isSecured(choices: readonly unknown[]): boolean {
  return choices.length > 0 && choices.every((choice) => isRecord(choice) && Object.keys(choice).length > 0);
}

function parseParameters(declared: readonly JsonRecord[], path: string): Map<string, Parameter> {
  const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
  const parameters = new Map<string, Parameter>();
  for (const parameter of declared) {
    const name = textAt(parameter, 'name') ?? '';
    const location = textAt(parameter, 'in') ?? '';
    if (location === 'body' || location === 'formData') continue;
    const key = location === 'path' ? `path:${inPath.indexOf(name)}` : `${location}:${name}`;
    // OpenAPI 2.0 puts the type next to the name.
    const schema = parameter.schema ?? (textAt(parameter, 'type') === undefined ? {} : parameter);
    parameters.set(key, { location, name, isRequired: parameter.required === true, schema });
  }
  return parameters;
}

function parseBody(
  document: JsonRecord,
  operation: JsonRecord,
  declared: readonly JsonRecord[],
): Operation['body'] {
  const body = resolveReference(document, operation.requestBody);
  if (isRecord(body))
    return { isRequired: body.required === true, content: parseContent(recordAt(body, 'content')) };
  const bodyParameter = declared.find((parameter) => parameter.in === 'body');
  if (bodyParameter)
    return {
      isRequired: bodyParameter.required === true,
      content: new Map([['*/*', bodyParameter.schema ?? {}]]),
    };
  const fields = declared.filter((parameter) => parameter.in === 'formData');
  if (fields.length === 0) return null;
  const required = fields
    .filter((field) => field.required === true)
    .map((field) => textAt(field, 'name') ?? '');
  const properties = Object.fromEntries(
    fields.map((field) => [textAt(field, 'name') ?? '', { ...field, required: [] }]),
  );
  return {
    isRequired: required.length > 0,
    content: new Map([['*/*', { type: 'object', properties, required }]]),
  };
}

const parseContent = (content: JsonRecord): Content =>
  new Map(
    Object.entries(content).map(([type, media]) => [type, isRecord(media) ? (media.schema ?? {}) : {}]),
  );

function parseResponses(document: JsonRecord, operation: JsonRecord): Map<string, Content> {
  const responses = new Map<string, Content>();
  for (const [status, found] of Object.entries(recordAt(operation, 'responses'))) {
    const response = resolveReference(document, found);
    if (!isRecord(response) || status.startsWith('x-')) continue;
    const content = isRecord(response.content)
      ? parseContent(response.content)
      : new Map(response.schema === undefined ? [] : [['*/*', response.schema]]);
    responses.set(status, content);
  }
  return responses;
}
