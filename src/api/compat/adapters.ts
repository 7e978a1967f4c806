import { languageName } from '#src/lib/text/language-names.ts';
import { markdownOf, toDocumentNode } from './documents.ts';
import {
  type adaptedKinds,
  type JsonObject,
  isJsonObject,
  emojiOf,
  type kindsWithPermissions,
} from './json-object.ts';

/** One adapter per kind. Nested values are adapted first. */
const adapters: Record<
  (typeof adaptedKinds | typeof kindsWithPermissions)[number],
  (fields: JsonObject) => unknown
> = {
  team: withPermissions({ view: true, admin: true }),
  comment: withPermissions({ view: true, edit: true, delete: true, reply: true }),
  'comment-reply': withPermissions({ view: true, edit: true, delete: true, reply: true }),
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
  }),
};

/** What the server doesn't say is offered; it may still deny it. */
function withPermissions(assumed: object) {
  return ({ permissions = assumed, ...fields }: JsonObject) => ({ ...fields, permissions });
}

function titleOfTranslation(source: unknown, language: unknown): string {
  const nameOf = (tag: unknown) => (typeof tag === 'string' ? languageName(tag) : 'Unknown language');
  return isJsonObject(source) ? `${nameOf(source.language)} to ${nameOf(language)}` : nameOf(language);
}

const adapterOf = (kind: unknown) =>
  new Map<unknown, (fields: JsonObject) => unknown>(Object.entries(adapters)).get(kind);

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
  return adapter ? adapter(adapted) : adapted;
}
