import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { ContentEdit, InsertedFile } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { badValue } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { readDocument } from '#server/content/documents/read-input.ts';
import { writeMarkdown } from '#server/content/documents/write-markdown.ts';
import { reusableAddress, reusableIdOf } from '#server/content/pages/reusable-contents.ts';
import { addChunk, finishUpload } from '#server/content/stored/uploads.ts';
import { replaceIncludes } from '#server/content/visitor-text/include-tags.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import { type PreparedEdit, isFileName } from './content-edits.ts';
import { reserveUpload } from './reserve-upload.ts';

const MEBIBYTE = 1_048_576;
const MAX_FETCHED_BYTES = 20 * MEBIBYTE;
const MAX_SENT_BYTES = MEBIBYTE;
const MAX_TEXT_LENGTH = 2_000_000;
/** Files of all edits of a call. */
const MAX_FILES = 20;

type EditRequest = Pick<FastifyRequest, 'actor' | 'clock' | 'db' | 'fetcher'>;

/**
 * Edits as they are applied: with texts as Markdown, one name for each field, and files as uploads. What an edit can't do is
 * said before anything is stored.
 */
export async function prepareEdits(
  request: EditRequest,
  spaceId: string,
  changes: readonly ContentEdit[],
): Promise<PreparedEdit[]> {
  const texts = changes.map((edit, index) => checkEdit(edit, `body.changes[${index}]`));
  const count = changes.reduce((sum, { files = [] }) => sum + files.length, 0);
  if (count > MAX_FILES) throw badValue('body.changes', `can insert at most ${MAX_FILES} files`);
  await requireSpecs(request, spaceId, changes);
  const files = new Map<string, string>();
  const reusable = new Map<string, string>();
  const prepared: PreparedEdit[] = [];
  for (const [
    index,
    { operation, document: _text, ref, files: inserted = [], ...edit },
  ] of changes.entries()) {
    const path = `body.changes[${index}]`;
    if (operation === 'insert_files') {
      for (const [position, file] of inserted.entries()) {
        const upload = await uploadFile(request, spaceId, { file, path: `${path}.files[${position}]` });
        if (file.ref !== undefined) files.set(file.ref, upload);
        prepared.push({ operation: 'insert_file', upload, name: file.name, path });
      }
      continue;
    }
    const markdown = texts[index];
    const { temporaryId = ref, ...fields } = edit;
    const isReusable = operation === 'insert_reusable_content' && temporaryId !== undefined;
    if (isReusable && reusable.has(temporaryId))
      throw badValue(`${path}.temporaryId`, 'is the identifier of another reusable content');
    const insertedId = isReusable ? newId() : undefined;
    if (isReusable && insertedId !== undefined) reusable.set(temporaryId, insertedId);
    prepared.push({
      ...fields,
      operation,
      path,
      ...(insertedId === undefined ? temporaryId !== undefined && { temporaryId } : { insertedId }),
      ...(markdown !== undefined && { document: { markdown } }),
    });
  }
  return prepared.map((edit) => withReusable(withFiles(edit, files), reusable));
}

/** Throws 400 for what no edit can do. Returns the text. */
function checkEdit(edit: ContentEdit, path: string): string | undefined {
  const { operation, condition, block, document, files, ref, temporaryId } = edit;
  if (condition !== undefined && condition !== null && condition !== '') {
    throw badValue(`${path}.condition`, 'is not supported: set the condition of a section or a site space');
  }
  if (block !== undefined)
    throw badValue(`${path}.block`, 'is not supported: omit it to revert the whole page');
  if (ref !== undefined && temporaryId !== undefined)
    throw badValue(`${path}.ref`, 'must be omitted beside temporaryId');
  if ((operation === 'insert_files') !== (files !== undefined)) {
    throw badValue(`${path}.files`, files ? 'is only for insert_files' : 'is required');
  }
  for (const [index, { url, base64, name }] of (files ?? []).entries()) {
    const file = `${path}.files[${index}]`;
    if ((url === undefined) === (base64 === undefined))
      throw badValue(file, 'must have either url or base64');
    if (!isFileName(name)) throw badValue(`${file}.name`, 'must not contain slashes or control characters');
  }
  if (!document) return undefined;
  const { markdown, document: tree } = document;
  if (tree === undefined) return markdown ?? '';
  if (markdown !== undefined) throw badValue(`${path}.document`, 'must be either markdown or a document');
  const text = writeMarkdown(readDocument(tree, `${path}.document.document`));
  if (text.length <= MAX_TEXT_LENGTH) return text;
  throw badValue(`${path}.document.document`, `must have at most ${MAX_TEXT_LENGTH} characters as Markdown`);
}

/** Throws 400 for a computed page of a specification that the organization does not have, or the caller may not see. */
async function requireSpecs(
  { db, actor }: EditRequest,
  spaceId: string,
  changes: readonly ContentEdit[],
): Promise<void> {
  const slugs = new Map<string, string>();
  for (const [index, { computed }] of changes.entries()) {
    if (!computed) continue;
    slugs.set(
      computed.dependencies.spec.ref.spec,
      `body.changes[${index}].computed.dependencies.spec.ref.spec`,
    );
  }
  if (slugs.size === 0) return;
  const { organization_id: organizationId } = await db
    .selectFrom('spaces')
    .select('organization_id')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const isGuest = membershipOr404(actor, organizationId).role < LEVEL.read;
  const rows = await db
    .selectFrom('api_specs')
    .select('slug')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', sql<string>`any(${[...slugs.keys()]}::text[])`)
    .execute();
  const visible = new Set(isGuest ? [] : rows.map(({ slug }) => slug));
  for (const [slug, path] of slugs) {
    if (!visible.has(slug)) throw badValue(path, 'is not an API specification of the organization');
  }
}

/** Stores the bytes of a file as an upload; returns its id, which is that of the file. */
async function uploadFile(
  { actor, clock, db, fetcher }: EditRequest,
  spaceId: string,
  { file, path }: { file: InsertedFile; path: string },
): Promise<string> {
  const body =
    file.base64 === undefined
      ? await fetchBytes(fetcher, file.url ?? '', path)
      : decodeBytes(file.base64, `${path}.base64`);
  if (body.length === 0) throw badValue(path, 'is empty');
  const now = clock.now();
  const { name } = file;
  const id = await reserveUpload(db, { spaceId, userId: actor.user.id }, { name, size: body.length, now });
  const attempt = { uploadId: id, attempt: newId() };
  await addChunk(db, attempt, { position: 0, data: body });
  await finishUpload(db, attempt, body);
  return id;
}

async function fetchBytes(fetcher: EditRequest['fetcher'], url: string, path: string): Promise<Buffer> {
  try {
    const { body } = await fetcher(url, { maxBytes: MAX_FETCHED_BYTES });
    return body;
  } catch (error) {
    if (error instanceof FetchError) throw badValue(`${path}.url`, `can't be fetched: ${error.message}`);
    throw error;
  }
}

function decodeBytes(base64: string, path: string): Buffer {
  if (!/^[\w+/\s-]*={0,2}\s*$/.test(base64)) throw badValue(path, 'must be base64');
  const body = Buffer.from(base64, 'base64');
  if (body.length > MAX_SENT_BYTES) throw badValue(path, 'must have at most 1 MiB; send a url instead');
  return body;
}

const REFERENCE = /(\]\(<?|\b(?:href|src)=")\.\/([^\s)>"]+)/g;

/** A text with the addresses of the files that it names. */
function withFiles(edit: PreparedEdit, files: ReadonlyMap<string, string>): PreparedEdit {
  if (!edit.document || files.size === 0) return edit;
  const markdown = edit.document.markdown.replaceAll(REFERENCE, (all, start: string, name: string) => {
    const file = files.get(name) ?? files.get(decodeName(name));
    return file === undefined ? all : `${start}/files/${file}`;
  });
  return { ...edit, document: { markdown } };
}

/** A text that includes reusable contents of the same call by their new identifiers. */
function withReusable(edit: PreparedEdit, ids: ReadonlyMap<string, string>): PreparedEdit {
  if (!edit.document || ids.size === 0) return edit;
  const markdown = replaceIncludes(edit.document.markdown, (address) => {
    const id = ids.get(reusableIdOf(address) ?? '');
    return id === undefined ? undefined : reusableAddress(id);
  });
  return { ...edit, document: { markdown } };
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
