/** The files of a specification of several files, as a person chooses them: several, or a folder. */
import type { ApiSpecFile } from '#api/generated/types.gen.ts';
import type { PickedFile } from '#src/domain/uploads/picked-files.ts';
import { decodeText } from '#src/lib/text/decode-text.ts';
import { formatCount, formatNameList, formatNumber } from '#src/lib/text/format.ts';

/** The contract's limits. */
const maxFiles = 3000;
const maxCharacters = 10_000_000;
const maxNameLength = 500;

/** The read files, and the one with the operations; empty while there are several that may be it. */
export interface SpecFiles {
  items: readonly ApiSpecFile[];
  main: string;
}

export const noSpecFiles: SpecFiles = { items: [], main: '' };

const isDocument = (path: string): boolean => /\.(?:json|ya?ml)$/i.test(path);

/** Whether a file says that it is a specification, and not a part of one. */
const isMain = (text: string): boolean =>
  /^["']?(?:openapi|swagger)["']?\s*:|"(?:openapi|swagger)"\s*:\s*"[23]\./m.test(text);

/** Documents that may be the main one: those with a version of OpenAPI, or all where none has. */
export function mainCandidates(items: readonly ApiSpecFile[]): string[] {
  const versioned = items.filter(({ text }) => isMain(text));
  const depth = (name: string) => name.split('/').length;
  return (versioned.length > 0 ? versioned : items)
    .map(({ name }) => name)
    .toSorted((a, b) => depth(a) - depth(b) || a.localeCompare(b));
}

/** Paths within the folder that was chosen. */
function namesOf(files: readonly PickedFile[]): string[] {
  const [first] = files;
  const folder = first?.path.includes('/') ? `${first.path.split('/', 1)[0]}/` : '';
  const isShared = folder !== '' && files.every(({ path }) => path.startsWith(folder));
  return files.map(({ path }) => (isShared ? path.slice(folder.length) : path));
}

/**
 * Reads the JSON and YAML files among those that were chosen.
 *
 * @returns the files, with what was left out as a sentence; or why they can't be used
 */
export async function readSpecFiles(
  picked: readonly PickedFile[],
): Promise<(SpecFiles & { leftOut?: string }) | { problem: string }> {
  const documents = picked.filter(({ path }) => isDocument(path));
  const size = documents.reduce((sum, { file }) => sum + file.size, 0);
  if (documents.length === 0) return { problem: 'There are no JSON or YAML files among them.' };
  if (documents.length > maxFiles)
    return {
      problem: `These are more than ${formatNumber(maxFiles)} files. Choose the folder of the specification.`,
    };
  // UTF-16 has two bytes for most characters; nothing larger is read.
  if (size > maxCharacters * 4) return { problem: tooLong };
  const names = namesOf(documents);
  const long = names.find((name) => name.length > maxNameLength);
  if (long !== undefined)
    return {
      problem: `“${long.slice(0, 60)}…” has a path of more than ${formatNumber(maxNameLength)} characters.`,
    };
  const items: ApiSpecFile[] = [];
  for (const [index, { file }] of documents.entries()) {
    const name = names[index] ?? file.name;
    const text = decodeText(await file.arrayBuffer());
    if (!text) return { problem: `“${name}” isn’t a text file.` };
    items.push({ name, text: text.text });
  }
  if (items.reduce((sum, { text }) => sum + text.length, 0) > maxCharacters) return { problem: tooLong };
  const [main = '', second] = mainCandidates(items);
  const others = picked.filter(({ path }) => !isDocument(path)).map(({ path }) => path);
  return {
    items,
    main: second === undefined ? main : '',
    ...(others.length > 0 && {
      leftOut: `Left out ${formatCount(others.length, 'other file')}: ${formatNameList(others.slice(0, 3), others.length)}.`,
    }),
  };
}

const tooLong = `The files have more than ${formatNumber(maxCharacters)} characters together.`;
