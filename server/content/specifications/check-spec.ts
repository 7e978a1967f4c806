import { Validator } from '@seriousme/openapi-schema-validator';
import { type SpecOperation, listOperations } from './list-operations.ts';
import { isUrl, listReferences, pointerParts, resolveFile, type SpecPlace } from './spec-members.ts';
import { childOf, isObject, listOf, memberOf, SpecSource, textIn } from './spec-source.ts';

/** What is odd at a place. */
export interface SpecFinding extends SpecPlace {
  message: string;
}

/** Of one kind; more are counted by nobody, as a reader fixes the first ones first. */
const MAX_FINDINGS = 2000;

const validator = new Validator({ allErrors: true });

/**
 * What is odd in a specification, in the order of the documents: references that lead nowhere, what readers would
 * stumble over, and what the schema of its version does not allow. `missing`: files that could not be had, with the reason.
 */
export async function checkSpecification(
  documents: Readonly<Record<string, unknown>>,
  main: string,
  missing: Readonly<Record<string, string>>,
): Promise<SpecFinding[]> {
  const references = checkReferences(documents, missing);
  const operations = checkOperations(new SpecSource(documents, main));
  const places = new Set([...references, ...operations].map(placeKey));
  const schema = await checkSchema(documents[main], main);
  return [...references, ...operations, ...schema.filter((finding) => !places.has(placeKey(finding)))].slice(
    0,
    MAX_FINDINGS,
  );
}

function placeKey({ file, path }: SpecPlace): string {
  return JSON.stringify([file, path]);
}

function checkReferences(
  documents: Readonly<Record<string, unknown>>,
  missing: Readonly<Record<string, string>>,
): SpecFinding[] {
  return Object.entries(documents).flatMap(([from, document]) =>
    listReferences(from, document).flatMap(({ file, path, target }) => {
      const name = resolveFile(target, file);
      const reason = missing[name];
      if (reason !== undefined)
        return [{ file, path, message: `The file of the reference ${target} is missing: ${reason}` }];
      if (!Object.hasOwn(documents, name)) {
        const kind = isUrl(name) ? 'is at another address' : 'is not in this specification';
        return [{ file, path, message: `The file of the reference ${target} ${kind}.` }];
      }
      const parts = pointerParts(target);
      // Anchors are looked up by `$anchor`, which nothing here reads.
      const value = parts?.reduce<unknown>(childOf, documents[name]);
      return value === undefined ? [{ file, path, message: `The reference ${target} leads nowhere.` }] : [];
    }),
  );
}

/** What the pages of operations leave out or guess. */
function checkOperations(source: SpecSource): SpecFinding[] {
  const findings: SpecFinding[] = [];
  const idPaths = new Map<string, string>();
  for (const found of listOperations(source)) {
    const { operation, method, path, place, isWebhook } = found;
    const id = textIn(operation, 'operationId');
    const label = `${method.toUpperCase()} ${path}`;
    const first = idPaths.get(id);
    if (id !== '' && first !== undefined) {
      const message = `The operationId ${id} is already used by ${first}.`;
      findings.push({ file: place.file, path: [...place.path, 'operationId'], message });
    } else if (id !== '') idPaths.set(id, label);
    if (!isObject(operation['responses']) && !isWebhook)
      findings.push({ ...place, message: `${label} has no responses.` });
    findings.push(...checkParameters(source, found));
  }
  return findings;
}

function checkParameters(
  source: SpecSource,
  { operation, item, path, place, isWebhook }: SpecOperation,
): SpecFinding[] {
  const parameters = listOf(operation['parameters']).map((written, index) => ({
    parameter: source.resolve(written).value,
    path: [...place.path, 'parameters', String(index)],
  }));
  const findings = parameters.flatMap(({ parameter, path: at }): SpecFinding[] => {
    const message = describeParameter(source, parameter);
    return message === undefined ? [] : [{ file: place.file, path: at, message }];
  });
  const names = new Set(
    [
      ...listOf(item['parameters']).map((one) => source.resolve(one).value),
      ...parameters.map(({ parameter }) => parameter),
    ]
      .filter((parameter) => textIn(parameter, 'in') === 'path')
      .map((parameter) => textIn(parameter, 'name')),
  );
  const unnamed = isWebhook
    ? []
    : [...path.matchAll(/\{([^{}]+)\}/g)].filter(([, name = '']) => !names.has(name));
  return [
    ...findings,
    ...unnamed.map(([, name = '']) => ({
      ...place,
      message: `The path parameter ${name} is not described.`,
    })),
  ];
}

const PLACES: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie', 'querystring']);
const SWAGGER_PLACES: ReadonlySet<string> = new Set(['path', 'query', 'header', 'body', 'formData']);

function describeParameter(source: SpecSource, parameter: unknown): string | undefined {
  // References that lead nowhere are found by themselves.
  if (!isObject(parameter)) return undefined;
  const name = textIn(parameter, 'name');
  if (name === '') return 'The parameter has no name and is left out.';
  const place = textIn(parameter, 'in');
  if (!(source.isSwagger ? SWAGGER_PLACES : PLACES).has(place))
    return `The parameter ${name} is left out: “${place}” is no place of a parameter.`;
  const isTyped = ['schema', 'content', 'type', '$ref'].some((member) => parameter[member] !== undefined);
  if (!isTyped) return `The parameter ${name} has no schema.`;
  if (!source.isSwagger && parameter['schema'] === undefined && parameter['content'] === undefined)
    return `The type of the parameter ${name} belongs into its schema.`;
  return undefined;
}

/** Keywords of the schema's own structure, whose errors only say that something inside is wrong. */
const OUTER_KEYWORDS: ReadonlySet<string> = new Set([
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  '$ref',
]);

/** What the schema of the version does not allow: the innermost places, each once. */
async function checkSchema(document: unknown, file: string): Promise<SpecFinding[]> {
  if (!isObject(document)) return [];
  const { errors } = await validator.validate(document);
  // A text is about the version or about references, which are checked by themselves.
  if (typeof errors === 'string') {
    if (!/version/i.test(errors)) return [];
    const version = document['openapi'] ?? document['swagger'];
    const name = document['swagger'] === undefined ? 'openapi' : 'swagger';
    const message = `The version ${JSON.stringify(version) ?? 'is missing, it'} is not one of "2.0", "3.0", "3.1" and "3.2".`;
    return [{ file, path: version === undefined ? [] : [name], message }];
  }
  const all = (errors ?? []).filter(({ params }) => params['missingProperty'] !== '$ref');
  const withDetails = all.filter(({ keyword }) => !OUTER_KEYWORDS.has(keyword));
  const findings = new Map<string, SpecFinding>();
  for (const { instancePath, message = 'is not valid', params } of withDetails.length > 0
    ? withDetails
    : all) {
    const path = pointerParts(`#${instancePath}`) ?? [];
    // What stands in another place is checked by the references to it.
    const isReference = memberOf(path.reduce<unknown>(childOf, document), '$ref') !== undefined;
    if (findings.has(instancePath) || isReference) continue;
    const member: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
    const detail = typeof member === 'string' ? ` (${member})` : '';
    findings.set(instancePath, { file, path, message: `This ${message}${detail}.` });
  }
  const paths = [...findings.keys()].toSorted();
  return paths.flatMap((path, index) => {
    const isOuter = paths[index + 1]?.startsWith(`${path}/`) ?? false;
    const finding = findings.get(path);
    return isOuter || !finding ? [] : [finding];
  });
}
