import { exampleValue, isForm, isJson, readExamples } from './example-values.ts';
import { isSmallValue, limitText } from './limit-text.ts';
import type { ReadingBudget } from './reading-budget.ts';
import type {
  AccessView,
  ContentView,
  ExampleView,
  ParameterPlace,
  ParameterView,
} from './reference-view.ts';
import { PLACEHOLDERS, type SampleBody, type SampleRequest } from './request-samples.ts';
import { type Direction, readSchemaTree } from './schema-tree.ts';
import {
  entriesOf,
  isObject,
  type JsonObject,
  listOf,
  memberOf,
  type SpecSource,
  textIn,
} from './spec-source.ts';

/** The context for reading all operations of a specification. */
export interface ReadContext {
  source: SpecSource;
  /** The addresses of definitions, by key. */
  links: ReadonlyMap<string, string>;
  /** The security schemes of the specification, by name. */
  schemes: ReadonlyMap<string, unknown>;
  /** Of this operation. */
  budget: ReadingBudget;
  /** Whether only the size of the operation matters. */
  isMeasured?: boolean;
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;
const MAX_PARAMETERS = 100;
const MAX_CONTENTS = 6;
const MAX_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2000;

/** The parameters of an operation; its own replace those of its path. */
export function listParameters(source: SpecSource, shared: unknown, own: unknown): JsonObject[] {
  const parameters = new Map<string, JsonObject>();
  for (const requestBody of [...listOf(shared), ...listOf(own)]) {
    const parameter = source.resolve(requestBody).value;
    const name = textIn(parameter, 'name');
    if (isObject(parameter) && name !== '') parameters.set(`${textIn(parameter, 'in')} ${name}`, parameter);
  }
  return [...parameters.values()].slice(0, MAX_PARAMETERS);
}

/** Parameters by the place where they are sent; what is required comes first. */
export function readParameters(
  context: ReadContext,
  parameters: readonly JsonObject[],
): Partial<Record<ParameterPlace, ParameterView[]>> {
  return Object.fromEntries(
    PLACES.flatMap((place) => {
      const views = parameters
        .filter((parameter) => textIn(parameter, 'in') === place)
        .map((parameter) => readParameter(context, textIn(parameter, 'name'), parameter, 'request'))
        .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
      return views.length === 0 ? [] : [[place, views] as const];
    }),
  );
}

/** A parameter, or a header of a response. */
export function readParameter(
  { source, links, budget, isMeasured }: ReadContext,
  name: string,
  written: unknown,
  direction: Direction,
): ParameterView {
  const parameter = source.resolve(written).value;
  const [content] = entriesOf(memberOf(parameter, 'content')).map(([, media]) => memberOf(media, 'schema'));
  const schema = readSchemaTree(memberOf(parameter, 'schema') ?? content ?? schemaBeside(parameter), {
    source,
    links,
    budget,
    direction,
    isMeasured,
  });
  const example = parameterExample(source, parameter);
  const isShown = example !== undefined && isSmallValue(example, MAX_NAME_LENGTH);
  const description = textIn(parameter, 'description');
  return {
    name: limitText(name, MAX_NAME_LENGTH),
    isRequired: memberOf(parameter, 'required') === true,
    isDeprecated: memberOf(parameter, 'deprecated') === true || schema.isDeprecated,
    description: description === '' ? schema.description : budget.cut(description, MAX_DESCRIPTION_LENGTH),
    schema: isShown
      ? { ...schema, example: typeof example === 'string' ? example : JSON.stringify(example) }
      : schema,
  };
}

/** As Swagger writes it, often kept in later versions: the type stands beside the name. */
function schemaBeside(parameter: unknown): unknown {
  if (!isObject(parameter) || parameter['type'] === undefined) return undefined;
  const { name: _name, in: _in, description: _description, required: _required, ...schema } = parameter;
  return schema;
}

function parameterExample(source: SpecSource, parameter: unknown): unknown {
  const single = memberOf(parameter, 'example');
  if (single !== undefined) return single;
  const [named] = entriesOf(memberOf(parameter, 'examples'));
  return named && memberOf(source.resolve(named[1]).value, 'value');
}

/** Bodies by media type; types with the same schema are one. */
export function readContents(context: ReadContext, content: unknown, direction: Direction): ContentView[] {
  const { source, links, budget, isMeasured } = context;
  const views: (ContentView & { written: unknown })[] = [];
  for (const [type, media] of entriesOf(content)) {
    const mediaSchema = memberOf(media, 'schema');
    const key = source.resolve(mediaSchema).key ?? mediaSchema;
    const same = views.find((view) => key !== undefined && view.written === key);
    const examples = readExamples(source, { type, content: media, direction }).filter(({ text }) =>
      budget.takeText(text),
    );
    if (same) {
      same.types.push(limitText(type, MAX_NAME_LENGTH));
      if (same.examples.length === 0) same.examples = examples;
    } else if (views.length < MAX_CONTENTS) {
      const schema =
        mediaSchema === undefined
          ? undefined
          : readSchemaTree(mediaSchema, { source, links, budget, direction, isMeasured });
      views.push({
        types: [limitText(type, MAX_NAME_LENGTH)],
        ...(schema && { schema }),
        examples,
        written: key,
      });
    }
  }
  return views.map(({ written: _written, ...view }) => view);
}

/**
 * The request of a sample: parameters that are required or have an example, the first body, and the first
 * security scheme.
 */
export function sampleRequest(
  { source, schemes }: ReadContext,
  operation: {
    method: string;
    path: string;
    serverUrl: string;
    parameters: readonly JsonObject[];
    content: unknown;
    contents: readonly ContentView[];
    access: readonly AccessView[] | undefined;
  },
): SampleRequest {
  const { method, path, serverUrl, parameters, content, contents, access = [] } = operation;
  const request: SampleRequest = {
    method: method.toUpperCase(),
    url: serverUrl + path,
    query: [],
    headers: [],
    cookies: [],
    isBasic: false,
  };
  const [first = []] = access;
  for (const { name } of first) addAccess(request, schemes.get(name));
  for (const parameter of parameters) addParameter(source, request, parameter);
  const body = sampleBody(source, content, contents);
  return body ? { ...request, body } : request;
}

function addAccess(request: SampleRequest, scheme: unknown): void {
  const type = textIn(scheme, 'type');
  const name = textIn(scheme, 'name');
  const http = textIn(scheme, 'scheme');
  if (type === 'apiKey') {
    const pair: [string, string] = [name, PLACEHOLDERS.key];
    const place = textIn(scheme, 'in');
    (place === 'query' ? request.query : place === 'cookie' ? request.cookies : request.headers).push(pair);
  } else if (type === 'http' && http.toLowerCase() === 'basic') request.isBasic = true;
  else if (type === 'http' || type === 'oauth2' || type === 'openIdConnect') {
    const prefix = type !== 'http' || http.toLowerCase() === 'bearer' ? 'Bearer' : http;
    request.headers.push(['Authorization', `${prefix} ${PLACEHOLDERS.token}`]);
  }
}

/** Headers that other parts of a request say. */
const IMPLIED_HEADERS = new Set(['authorization', 'content-type', 'accept']);

function addParameter(source: SpecSource, request: SampleRequest, parameter: JsonObject): void {
  const name = textIn(parameter, 'name');
  const place = textIn(parameter, 'in');
  const example = parameterExample(source, parameter);
  if (place !== 'path' && parameter['required'] !== true && example === undefined) return;
  const value = example ?? exampleValue(source, parameter['schema'], 'request');
  const isMade = example === undefined && (value === undefined || value === 'string' || value === 0);
  const sampleValue = isMade ? name.toUpperCase().replace(/[^A-Z\d]+/g, '_') : value;
  if (place === 'path') {
    const text = isMade
      ? valueText(sampleValue)
      : encodeURIComponent(valueText(sampleValue).replace(/\p{Cs}/gu, '\ufffd'));
    request.url = request.url.replaceAll(`{${name}}`, () => text);
  } else if (place === 'query') request.query.push(...queryPairs(name, sampleValue, parameter));
  else if (place === 'cookie') request.cookies.push([name, valueText(sampleValue)]);
  else if (!IMPLIED_HEADERS.has(name.toLowerCase())) request.headers.push([name, valueText(sampleValue)]);
}

const MAX_VALUE_LENGTH = 500;

function valueText(value: unknown): string {
  if (typeof value === 'string') return limitText(value, MAX_VALUE_LENGTH);
  if (Array.isArray(value)) return value.slice(0, 3).map(valueText).join(',');
  return isSmallValue(value, MAX_VALUE_LENGTH) ? (JSON.stringify(value) ?? '') : '…';
}

function queryPairs(name: string, value: unknown, parameter: JsonObject): [string, string][] {
  if (isObject(value)) {
    const isDeep = textIn(parameter, 'style') === 'deepObject';
    return Object.entries(value).map(([key, field]) => [isDeep ? `${name}[${key}]` : key, valueText(field)]);
  }
  const isSplit = parameter['explode'] !== false && Array.isArray(value);
  return isSplit ? value.slice(0, 3).map((item) => [name, valueText(item)]) : [[name, valueText(value)]];
}

function sampleBody(
  source: SpecSource,
  content: unknown,
  contents: readonly ContentView[],
): SampleBody | undefined {
  const media = entriesOf(content);
  const [type = '', chosen] =
    media.find(([name]) => isJson(name)) ?? media.find(([name]) => isForm(name)) ?? media[0] ?? [];
  const exampleBody =
    contents.find(({ types }) => types.includes(type))?.examples[0] ?? madeExample(source, type, chosen);
  if (type === '' || !exampleBody) return undefined;
  const contentType = type.replace('*/*', 'application/json').replace('application/*', 'application/json');
  if (isJson(type)) return { type: contentType, text: exampleBody.text, ...parsed(exampleBody.text) };
  const value = isForm(type) ? exampleValue(source, memberOf(chosen, 'schema'), 'request') : undefined;
  return { type: contentType, text: exampleBody.text, ...(isObject(value) && { value }) };
}

function madeExample(source: SpecSource, type: string, content: unknown): ExampleView | undefined {
  return readExamples(source, { type, content, direction: 'request' })[0];
}

/** Examples that are cut are no JSON any more. */
function parsed(text: string): { value?: unknown } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return {};
  }
}
