/** The public definition of the documented API, as its client packages ship it; read when the tests run. */
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, objectOf, objectsOf } from './json.ts';

/** Each version, and the development dependency that has it. */
const packages = {
  '0.202.0': 'gitbook-api-202',
  '0.130.0': 'gitbook-api-130',
  '0.91.0': 'gitbook-api-91',
} as const;

export type DefinitionVersion = keyof typeof packages;

/** Those whose screens and changes are tested, in the order of the tables in `docs/other-servers.md`. */
export const definitionVersions: readonly DefinitionVersion[] = ['0.202.0', '0.130.0', '0.91.0'];

/** The version at which `npm test` visits screens and makes changes. */
export const everydayVersion: DefinitionVersion = '0.130.0';

/** The newest, at which `npm test` visits what differs, and makes every fourth change. */
export const newestVersion: DefinitionVersion = '0.202.0';

/** Returns the problems of a value, one sentence each; empty if there are none. */
export type Validate = (value: unknown) => string[];

export interface Operation {
  /** Its name in the definition. */
  id: string;
  method: string;
  /** With `{parameters}`, below `/v1`. */
  path: string;
  /** The smallest status below 300. */
  status: number;
  /** The schema of the JSON response; undefined if it has none. */
  responseSchema: JsonObject | undefined;
  query: readonly QueryParameter[];
  body: { schema: JsonObject; isRequired: boolean } | undefined;
}

interface QueryParameter {
  name: string;
  isRequired: boolean;
  schema: JsonObject;
}

export interface OperationMatch {
  operation: Operation;
  parameters: Readonly<Record<string, string>>;
}

export interface Definition {
  version: DefinitionVersion;
  /** As the package has it. */
  document: unknown;
  operations: readonly Operation[];
  /** The operation of a request, literal paths first; undefined for none. */
  match: (method: string, path: string) => OperationMatch | undefined;
  /** A schema without its reference. */
  resolve: (schema: JsonObject) => JsonObject;
  /** A named schema; undefined if this version has none. */
  schema: (name: string) => JsonObject | undefined;
  /** Checks what is sent. */
  requestValidator: (schema: JsonObject) => Validate;
  /** Checks what is answered: several alternatives may fit, as those of the definition overlap. */
  responseValidator: (schema: JsonObject) => Validate;
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

const loaded = new Map<DefinitionVersion, Definition>();

/** Loads a version once. */
export function loadDefinition(version: DefinitionVersion): Definition {
  const loadedDefinition = loaded.get(version);
  if (loadedDefinition) return loadedDefinition;
  const definition = readDefinition(version);
  loaded.set(version, definition);
  return definition;
}

function readDefinition(version: DefinitionVersion): Definition {
  const file = new URL(`../../node_modules/${packages[version]}/spec/openapi.json`, import.meta.url);
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const root = objectOf(withoutNullable(document));
  const resolve = (schema: JsonObject): JsonObject => {
    if (typeof schema.$ref !== 'string') return schema;
    const keys = schema.$ref.slice(2).split('/');
    return resolve(objectOf(keys.reduce<unknown>((value, key) => objectOf(value)[key], root)));
  };
  const operations = readOperations(root, resolve);
  const patterns = operations
    .map((operation) => ({
      operation,
      names: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
      pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    }))
    .toSorted((a, b) => a.names.length - b.names.length);
  const schemas = objectOf(objectOf(root.components).schemas);
  return {
    version,
    document,
    operations,
    match(method, path) {
      for (const { operation, names, pattern } of patterns) {
        const match = operation.method === method ? pattern.exec(path) : null;
        if (!match) continue;
        const values = match.slice(1).map(decodeURIComponent);
        return {
          operation,
          parameters: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
        };
      }
      return undefined;
    },
    resolve,
    schema: (name) => (isJsonObject(schemas[name]) ? schemas[name] : undefined),
    requestValidator: createValidators(root),
    responseValidator: createValidators(withOverlaps(root)),
  };
}

function readOperations(root: JsonObject, resolve: (schema: JsonObject) => JsonObject): Operation[] {
  return Object.entries(objectOf(root.paths)).flatMap(([path, entry]) => {
    const shared = objectsOf(objectOf(entry).parameters);
    return Object.entries(objectOf(entry))
      .filter(([method]) => methods.has(method))
      .map(([method, value]): Operation => {
        const described = objectOf(value);
        const parameters = [...shared, ...objectsOf(described.parameters)].map(resolve);
        const responses = objectOf(described.responses);
        const status = Object.keys(responses).find((code) => code < '300') ?? '200';
        return {
          id: String(described.operationId),
          method: method.toUpperCase(),
          path,
          status: Number(status),
          responseSchema: jsonSchemaOf(resolve(objectOf(responses[status]))),
          query: parameters
            .filter((parameter) => parameter.in === 'query')
            .map(({ name, required, schema }) => ({
              name: String(name),
              isRequired: required === true,
              schema: objectOf(schema),
            })),
          body: bodyOf(objectOf(described.requestBody), resolve),
        };
      });
  });
}

function bodyOf(described: JsonObject, resolve: (schema: JsonObject) => JsonObject): Operation['body'] {
  const body = resolve(described);
  const schema = jsonSchemaOf(body);
  return schema && { schema, isRequired: body.required === true };
}

const jsonSchemaOf = ({ content }: JsonObject): JsonObject | undefined => {
  const { schema } = objectOf(objectOf(content)['application/json']);
  return isJsonObject(schema) ? schema : undefined;
};

/** The document with `nullable` as a type, which JSON Schema has instead. */
function withoutNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullable);
  if (!isJsonObject(value)) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutNullable(member)]),
  );
  if (nullable !== true) return rest;
  if (typeof rest.type !== 'string') return { anyOf: [rest, { type: 'null' }] };
  return {
    ...rest,
    type: [rest.type, 'null'],
    ...(Array.isArray(rest.enum) && { enum: [...new Set([...rest.enum, null])] }),
  };
}

/** Some parts forbid what others that apply with them require, such as the label of a button. */
const withOverlaps = (schema: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(schema)
      .replaceAll('"oneOf":', '"anyOf":')
      .replaceAll('"additionalProperties":false', '"additionalProperties":true'),
  );

/** Validators by schema; references are into the document. */
function createValidators(root: JsonObject): (schema: JsonObject) => Validate {
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: true, coerceTypes: false });
  formats.default(ajv, ['date-time', 'uri', 'email']);
  for (const format of ['emoji', 'icon', 'byte', 'int32']) ajv.addFormat(format, true);
  ajv.addSchema(root, 'definition', undefined, false);
  const compiled = new WeakMap<JsonObject, ValidateFunction>();
  return (schema) => (value) => {
    const validate = compiled.get(schema) ?? ajv.compile(absolute(schema));
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** The same schema with references that say of which document. */
function absolute(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"definition#/components'));
}
