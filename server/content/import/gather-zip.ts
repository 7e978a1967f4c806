import { runTask } from '#server/threads/run-task.ts';
import type { WebAccess } from './gather-web.ts';
import { ImportError } from './import-error.ts';
import type { Gathered, ImportedPage } from './imported.ts';
import { inspectPicture } from './inspect-picture.ts';
import { readMarkdown, titleOfFile } from './read-markdown.ts';

const MARKDOWN = /\.(md|markdown|mdx)$/i;
/** The file that holds the text of its folder. */
const FOLDER_TEXT = /(^|\/)(readme|index)\.(md|markdown|mdx)$/i;
/** What systems put beside the files of people. */
const HIDDEN = /(^|\/)(\.[^/]|__MACOSX\/)/;

/**
 * An archive of markdown: folders are pages above what is in them, with the text of their README or index where they
 * have one; pictures come along. A folder that everything is in is left out.
 */
export async function gatherZip(url: string, { fetcher, signal }: WebAccess): Promise<Gathered> {
  const { body } = await fetcher(url, { accept: 'application/zip', signal });
  const unpacked = await runTask('unpackZip', { bytes: body }, { size: body.length });
  if ('problem' in unpacked) throw new ImportError(unpacked.problem);
  const files = withoutWrapper(unpacked.files.filter(({ path }) => !HIDDEN.test(path)));
  const texts = files.filter(({ path }) => MARKDOWN.test(path));
  if (texts.length === 0) throw new ImportError('The archive holds no markdown files.');
  const pictures = new Map(
    files
      .filter(({ path, bytes }) => !MARKDOWN.test(path) && inspectPicture(bytes) !== undefined)
      .map(({ path, bytes }) => [path, bytes]),
  );
  const pages = new Tree().with(texts).pages;
  return { pages, pictures, found: texts.length + pictures.size };
}

interface File {
  path: string;
  bytes: Uint8Array;
}

function withoutWrapper(files: File[]): File[] {
  const [first] = files;
  const wrapper = first?.path.includes('/') ? first.path.slice(0, first.path.indexOf('/') + 1) : '';
  if (wrapper === '' || !files.every(({ path }) => path.startsWith(wrapper))) return files;
  return files.map(({ path, bytes }) => ({ path: path.slice(wrapper.length), bytes }));
}

/** Pages in the shape of their folders, each list by path, so that numbers at the front of names decide. */
class Tree {
  readonly pages: ImportedPage[] = [];
  readonly #folders = new Map<string, ImportedPage>();

  with(texts: readonly File[]): this {
    const sorted = texts.toSorted((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
    // The text at the top is an ordinary page, the first one.
    const isTop = ({ path }: File) => FOLDER_TEXT.test(path) && !path.includes('/');
    for (const file of [...sorted.filter(isTop), ...sorted.filter((file) => !isTop(file))]) this.#add(file);
    return this;
  }

  #add({ path, bytes }: File): void {
    const page = readMarkdown(path, new TextDecoder().decode(bytes));
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder === '' || !FOLDER_TEXT.test(path)) {
      this.#listOf(folder).push(page);
      return;
    }
    const holder = this.#folder(folder);
    if (holder.markdown === undefined) Object.assign(holder, page, { pages: holder.pages });
    else holder.pages.push(page);
  }

  #listOf(folder: string): ImportedPage[] {
    return folder === '' ? this.pages : this.#folder(folder).pages;
  }

  #folder(path: string): ImportedPage {
    const known = this.#folders.get(path);
    if (known) return known;
    const made: ImportedPage = { key: `${path}/`, title: titleOfFile(path), headings: [], pages: [] };
    this.#folders.set(path, made);
    this.#listOf(path.slice(0, Math.max(0, path.lastIndexOf('/')))).push(made);
    return made;
  }
}
