import { hasConditionTags, visitorText } from '../visitor-text/visitor-text.ts';

/** Values that are shown as code. */
const CODE: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'pattern']);
/** Objects whose members have names that people choose. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'definitions',
  '$defs',
  'schemas',
  'parameters',
  'responses',
  'headers',
  'examples',
  'requestBodies',
  'securitySchemes',
  'securityDefinitions',
  'variables',
  'scopes',
]);

/** The documents of an API specification, which are JSON, with the texts that visitors get. */
export function visitorSpecification(specification: string): unknown {
  const documents: unknown = JSON.parse(specification);
  return /\{\\{0,2}%/.test(specification) ? visit(documents, true) : documents;
}

function visit(value: unknown, isNamed: boolean): unknown {
  if (typeof value === 'string') return hasConditionTags(value) ? visitorText(value) : value;
  if (Array.isArray(value)) return value.map((item) => visit(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    if (!isNamed && CODE.has(name)) return [name, member];
    return [name, visit(member, !isNamed && NAMED.has(name))];
  });
  return Object.fromEntries(entries);
}
