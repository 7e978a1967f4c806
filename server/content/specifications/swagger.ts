import {
  entriesOf,
  isObject,
  type JsonObject,
  listOf,
  memberOf,
  type SpecSource,
  textIn,
  textOf,
} from './spec-source.ts';

/** Parts of Swagger 2.0 as OpenAPI 3 writes them, so that everything else knows one form. */

/** The URLs of `schemes`, `host` and `basePath`. */
export function serversOf(root: JsonObject): unknown[] {
  const host = textIn(root, 'host');
  const path = textIn(root, 'basePath');
  if (host === '') return path === '' ? [] : [{ url: path }];
  const schemes = listOf(root['schemes'])
    .map(textOf)
    .filter((scheme) => scheme !== '');
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}

/** Fields of a parameter that are its schema; `type` and the others stand beside its name. */
const OUTER = new Set(['name', 'in', 'description', 'required', 'collectionFormat', 'allowEmptyValue']);

function toParameter(parameter: JsonObject): JsonObject {
  const { name, required, description } = parameter;
  const schema = Object.fromEntries(Object.entries(parameter).filter(([key]) => !OUTER.has(key)));
  const isSplit = parameter['collectionFormat'] !== 'multi';
  return { name, in: parameter['in'], required, description, schema, explode: !isSplit };
}

/** An operation with `requestBody`, and with contents of responses. `shared`: the parameters of its path. */
export function toOperation(
  source: SpecSource,
  operation: JsonObject,
  shared: readonly unknown[],
): JsonObject {
  const { root } = source;
  const parameters = [...shared, ...listOf(operation['parameters'])]
    .map((one) => source.resolve(one).value)
    .filter(isObject);
  const consumes = typesIn(operation, root, 'consumes');
  const produces = typesIn(operation, root, 'produces');
  const body = parameters.find((parameter) => parameter['in'] === 'body');
  const fields = parameters.filter((parameter) => parameter['in'] === 'formData');
  const others = parameters.filter(
    (parameter) => parameter['in'] !== 'body' && parameter['in'] !== 'formData',
  );
  return {
    ...operation,
    parameters: others.map(toParameter),
    ...(body && {
      requestBody: {
        description: body['description'],
        required: body['required'],
        content: contentOf(consumes, { schema: body['schema'] }),
      },
    }),
    ...(!body && fields.length > 0 && { requestBody: toForm(consumes, fields) }),
    responses: Object.fromEntries(
      entriesOf(operation['responses']).map(([status, written]) => [
        status,
        toResponse(source.resolve(written).value, produces),
      ]),
    ),
  };
}

function typesIn(operation: JsonObject, root: JsonObject, name: 'consumes' | 'produces'): string[] {
  const types = listOf(operation[name] ?? root[name])
    .map(textOf)
    .filter((type) => type !== '');
  return types.length > 0 ? types : ['application/json'];
}

function contentOf(types: readonly string[], media: JsonObject): JsonObject {
  return Object.fromEntries(types.map((type) => [type, media]));
}

function toForm(consumes: readonly string[], fields: readonly JsonObject[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === 'file');
  const type =
    hasFile || consumes.includes('multipart/form-data')
      ? 'multipart/form-data'
      : 'application/x-www-form-urlencoded';
  const properties = Object.fromEntries(
    fields.map((field) => {
      const { description, schema } = toParameter(field);
      const isFile = field['type'] === 'file';
      return [
        textOf(field['name']),
        { ...Object(schema), ...(isFile && { type: 'string', format: 'binary' }), description },
      ];
    }),
  );
  const required = fields.filter((field) => field['required'] === true).map(({ name }) => name);
  return {
    required: required.length > 0,
    content: { [type]: { schema: { type: 'object', required, properties } } },
  };
}

function toResponse(response: unknown, produces: readonly string[]): JsonObject {
  if (!isObject(response)) return {};
  const headers = entriesOf(response['headers']).flatMap(([name, header]) =>
    isObject(header) ? [[name, toParameter(header)] as const] : [],
  );
  const examples = entriesOf(response['examples']);
  const types = response['schema'] === undefined ? examples.map(([type]) => type) : produces;
  const content = types.map((type) => {
    const example = memberOf(response['examples'], type);
    return [type, { schema: response['schema'], ...(example !== undefined && { example }) }] as const;
  });
  return { ...response, headers: Object.fromEntries(headers), content: Object.fromEntries(content) };
}

/** A scheme of `securityDefinitions`. */
export function toSecurityScheme(scheme: unknown): unknown {
  if (!isObject(scheme)) return scheme;
  if (scheme['type'] === 'basic') return { ...scheme, type: 'http', scheme: 'basic' };
  if (scheme['type'] !== 'oauth2') return scheme;
  const names: Readonly<Record<string, string>> = {
    accessCode: 'authorizationCode',
    application: 'clientCredentials',
  };
  const flow = textIn(scheme, 'flow');
  return { ...scheme, flows: { [(Object.hasOwn(names, flow) ? names[flow] : undefined) ?? flow]: scheme } };
}
