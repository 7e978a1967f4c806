/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  enum?: readonly unknown[];
  [keyword: string]: unknown;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  /** Whether its value may contain slashes. Only the last one of a path can. */
  'x-slashes'?: boolean;
}

interface Content {
  description?: string;
  content?: { 'application/json'?: { schema: Schema }; 'text/event-stream'?: { schema: Schema } };
}

interface OperationObject {
  operationId: string;
  tags?: readonly string[];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: Content & { required?: boolean };
  responses: Readonly<Record<string, Content>>;
  security?: readonly object[];
}

interface PathItem extends Readonly<Partial<Record<Method, OperationObject>>> {
  parameters?: readonly (Parameter | { $ref: string })[];
}

/** The parts of an OpenAPI 3.1 document that the server uses. */
export interface ContractDocument {
  info: { version: string };
  paths: Readonly<Record<string, PathItem>>;
  components: { schemas: Readonly<Record<string, Schema>>; parameters?: Readonly<Record<string, Parameter>> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
/** HTTP methods that the contract uses, in upper case. */
export type HttpMethod = Uppercase<Method>;

/** An operation of the contract, with parameter references resolved. */
export interface Operation {
  id: string;
  method: HttpMethod;
  /** The path in router syntax: `/v1/orgs/:organizationId`. */
  url: string;
  /** The name of the last parameter of the path, if its value may contain slashes. */
  rest: string | undefined;
  path: Schema;
  query: Schema;
  /** Keyed by lower-case name, as in a request. */
  headers: Schema;
  body: { schema: Schema; required: boolean } | undefined;
  /**
   * The success status with a body, if there is one. If there are several, the highest: a lower one means that nothing changed.
   * 202 beside 201 means that the work goes on, and its handler sets it.
   */
  status: number;
  /** The body of the success response; undefined if it has none. */
  response: Schema | undefined;
  /** Whether its handler sends events as long as the caller listens. */
  isEventStream: boolean;
  /** Whether a success may also have no body: 204, if the handler returns nothing. */
  mayBeEmpty: boolean;
  /** Whether it needs no token. */
  isPublic: boolean;
  tags: readonly string[];
}

export function listOperations(document: ContractDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [parseOperation(document, path, method, operation, item.parameters ?? [])] : [];
    }),
  );
}

function parseOperation(
  document: ContractDocument,
  path: string,
  method: Method,
  operation: OperationObject,
  shared: readonly (Parameter | { $ref: string })[],
): Operation {
  // A parameter of the operation overrides one of the path with the same name and location.
  const parameters = new Map(
    [...shared, ...(operation.parameters ?? [])]
      .map((parameter) => resolveParameter(document, parameter))
      .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
  );
  const isCreated = operation.responses['201'] !== undefined;
  const successes = Object.entries(operation.responses).filter(
    ([key]) => key.startsWith('2') && !(isCreated && key === '202'),
  );
  const [status, response] = successes.findLast(([, { content }]) => content) ?? successes.at(-1) ?? [];
  if (status === undefined)
    throw new Error(`${operation.operationId} has no success response in the contract.`);
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return {
    id: operation.operationId,
    method: upperCase(method),
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    rest: [...parameters.values()].find((parameter) => parameter['x-slashes'])?.name,
    path: parametersAsObject(parameters.values(), 'path'),
    query: parametersAsObject(parameters.values(), 'query'),
    headers: parametersAsObject(parameters.values(), 'header'),
    body: body ? { schema: body, required: operation.requestBody?.required ?? false } : undefined,
    status: Number(status),
    response: response?.content?.['application/json']?.schema,
    isEventStream: response?.content?.['text/event-stream'] !== undefined,
    mayBeEmpty: response?.content !== undefined && operation.responses['204'] !== undefined,
    isPublic: operation.security?.length === 0,
    tags: operation.tags ?? [],
  };
}

function upperCase<Word extends Method>(word: Word): Uppercase<Word>;
function upperCase(word: string): string {
  return word.toUpperCase();
}

function resolveParameter(document: ContractDocument, parameter: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in parameter) || parameter.$ref === undefined) return checkParameter(parameter);
  const name = parameter.$ref.replace('#/components/parameters/', '');
  const namedParameter = document.components.parameters?.[name];
  if (!namedParameter) throw new Error(`The contract has no parameter ${parameter.$ref}.`);
  return namedParameter;
}

function checkParameter(parameter: Parameter | { $ref: string }): Parameter {
  if ('name' in parameter) return parameter;
  throw new Error(`The contract has a parameter without a name: ${JSON.stringify(parameter)}`);
}

function parametersAsObject(parameters: Iterable<Parameter>, location: string): Schema {
  const matching = [...parameters].filter((parameter) => parameter.in === location);
  return {
    type: 'object',
    properties: Object.fromEntries(matching.map((parameter) => [nameOf(parameter), parameter.schema])),
    required: matching.filter(({ required }) => required).map(nameOf),
  };
}

function nameOf(parameter: Parameter): string {
  return parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
}
