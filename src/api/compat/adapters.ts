import { languageName } from '#src/lib/text/language-names.ts';
import { markdownOf, toDocumentNode } from './documents.ts';
import {
  type adaptedKinds,
  type JsonObject,
  isJsonObject,
  emojiOf,
  missingPermissions,
} from './json-object.ts';

/** One adapter per kind. Nested values are adapted first. */
const adapters: Record<(typeof adaptedKinds)[number], (fields: JsonObject) => JsonObject> = {
  document: toDocumentNode,
  // A nested comment object, of which screens show the text.
  'change-request-review': ({ comment, ...review }) => ({
    ...review,
    ...(isJsonObject(comment)
      ? { comment: markdownOf(comment.body) }
      : typeof comment === 'string' && { comment }),
  }),
  // One language of one space, without a title.
  translation: ({ title, source, language, languages, permissions, ...translation }) => ({
    title: typeof title === 'string' ? title : titleOfTranslation(source, language),
    languages: Array.isArray(languages) ? languages : [language].filter((tag) => typeof tag === 'string'),
    permissions: isJsonObject(permissions) ? permissions : { edit: true },
    ...translation,
    ...(source !== undefined && { source }),
    ...(language !== undefined && { language }),
    // Marks the title as a placeholder.
    ...(typeof title !== 'string' && { isUntitled: true }),
  }),
};

/** A permission that the server omits counts as granted; the server may still deny the request. */
function withPermissions(fields: JsonObject): JsonObject {
  const missing = missingPermissions(fields);
  if (missing.length === 0) return fields;
  const permissions = isJsonObject(fields.permissions) ? fields.permissions : {};
  return {
    ...fields,
    permissions: { ...permissions, ...Object.fromEntries(missing.map((name) => [name, true])) },
  };
}

function titleOfTranslation(source: unknown, language: unknown): string {
  const nameOf = (tag: unknown) => (typeof tag === 'string' ? languageName(tag) : 'Unknown language');
  return isJsonObject(source) ? `${nameOf(source.language)} to ${nameOf(language)}` : nameOf(language);
}

const adapterOf = (kind: unknown) =>
  new Map<unknown, (fields: JsonObject) => JsonObject>(Object.entries(adapters)).get(kind);

/** Adapts a value recursively. */
export function adapt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(adapt);
  if (!isJsonObject(value)) return value;
  const adapter = adapterOf(value.object);
  // A document is converted as a whole.
  if (adapter && value.object === 'document') return adapter(value);
  const adapted = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'emoji' && typeof member === 'string' ? emojiOf(member) : adapt(member),
    ]),
  );
  return withPermissions(adapter ? adapter(adapted) : adapted);
}
