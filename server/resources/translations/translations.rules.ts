import type {
  DocumentInput,
  DocumentNode,
  TranslationInput,
  TranslationPermissions,
  TranslationSettings,
} from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { badValue } from '#server/base/errors.ts';
import { apiUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import { parseTree } from '#server/content/documents/comment-text.ts';
import { toPublicDocument } from '#server/content/documents/read-input.ts';
import type { NewTranslation, TranslationRow } from './translations.queries.ts';

export function canManageTranslations(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** All members can view them. */
function translationPermissions(membership: Membership): TranslationPermissions {
  return { view: true, edit: canManageTranslations(membership) };
}

export function toTranslationView(
  row: TranslationRow,
  viewer: Membership,
  service: ServiceSettings,
): TranslationSettings {
  const { source_space_id: space, source_language: language, instructions } = row;
  return {
    object: 'translation-settings',
    id: row.id,
    title: row.title,
    languages: row.languages,
    ...(space !== null && language !== null && { source: { space, language } }),
    ...(language !== null && { language: row.languages[0] }),
    ...(isDocument(instructions) && { instructions: toPublicDocument(instructions) }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    permissions: translationPermissions(viewer),
    urls: { location: apiUrl(service, `/orgs/${row.organization_id}/translations/${row.id}`) },
  };
}

const isDocument = (value: unknown): value is DocumentNode => typeof value === 'object' && value !== null;

/** The new settings; 400 for neither a title nor a source with a language. */
export function parseTranslation({
  title,
  source,
  language,
  instructions,
}: TranslationInput): NewTranslation {
  if (source && language === undefined) throw badValue('body.language', 'is required with a source');
  if (language !== undefined && !source) throw badValue('body.source', 'is required with a language');
  const names =
    source && language !== undefined
      ? `${languageName(source.language, 'source.language')} to ${languageName(language, 'language')}`
      : undefined;
  const name = title ?? names?.slice(0, 100);
  if (name === undefined) throw badValue('body.title', 'is required without a source');
  return { title: name, source, language, instructions: parseInstructions(instructions) };
}

export function parseInstructions(instructions: DocumentInput | undefined): DocumentNode | undefined {
  return instructions && parseTree(instructions, 'body.instructions');
}

/** The English name of a language; 400 for what is no language tag. */
function languageName(tag: string, field: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    throw badValue(`body.${field}`, 'must be a language tag, such as de or pt-BR');
  }
}
