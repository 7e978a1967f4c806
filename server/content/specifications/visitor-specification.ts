import { hasConditionTags, visitorText } from '../visitor-text/visitor-text.ts';
import { DATA_MEMBERS, NAMED_MEMBERS } from './spec-members.ts';

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
    if (!isNamed && DATA_MEMBERS.has(name)) return [name, member];
    return [name, visit(member, !isNamed && NAMED_MEMBERS.has(name))];
  });
  return Object.fromEntries(entries);
}
