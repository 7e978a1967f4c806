/** The limits of uploads; shown before, and checked before anything is sent. */

/** The contract's limit on a file, in bytes. */
export const maxFileBytes = 20 * 1024 * 1024;
/** The contract's limit on a name. */
const maxNameLength = 255;
/** Fewer than a person may have waiting on the server, and than an edit may name. */
export const maxFilesAtOnce = 40;

export const fileLimit = '20 MB at most';
export const pictureLimit = `PNG, JPEG, GIF, WebP, AVIF or SVG, ${fileLimit}.`;

/** Media types that browsers show as a picture. */
export const pictureTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
];

export const isPicture = ({ type }: Pick<File, 'type'>): boolean => pictureTypes.includes(type);

/** Why a file can't be uploaded, as a sentence; undefined if it can. */
export function findProblem({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (size > maxFileBytes) return `“${name}” is too large: ${fileLimit}.`;
  if (size === 0) return `“${name}” is empty.`;
  return undefined;
}

/** Why a file can't be shown as a picture. */
export const findPictureProblem = (file: Pick<File, 'name' | 'size' | 'type'>): string | undefined =>
  isPicture(file) ? findProblem(file) : `“${file.name}” isn’t a picture that browsers show. ${pictureLimit}`;

/** A file name within the limit of the contract; its extension stays. */
export function toFileName(name: string): string {
  const visible = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, ' ').trim();
  const characters = [...visible];
  if (characters.length <= maxNameLength) return visible || 'file';
  const extension = [...(/\.[^.]{1,20}$/.exec(visible)?.[0] ?? '')];
  return [...characters.slice(0, maxNameLength - extension.length), ...extension].join('');
}

/** The files of a drop or of a paste, without folders. */
export function filesIn({ items, files }: DataTransfer): File[] {
  const isFolder = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry()?.isDirectory ?? false);
  return [...files].filter((_, index) => isFolder[index] !== true);
}
