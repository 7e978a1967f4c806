import type { File } from '#api/generated/types.gen.ts';
import { decodePath, joinPath, resolveSourcePath } from '#api/source-paths.ts';
import type { TextPlace } from '#src/domain/document/link-paths.ts';
import { matchWords } from '#src/lib/compare/match-text.ts';
import type { TextOperation } from '../text/text-edit.ts';

/** A possible target of a link in a page, with its address. Ids stay when pages are moved or renamed. */
export interface LinkTarget {
  kind: 'page' | 'heading' | 'file' | 'reusable' | 'web';
  label: string;
  /** Where it is: the path of a page, the page of a heading, the type of a file. */
  detail: string;
  address: string;
}

export interface LinkablePage {
  id: string;
  title: string;
  path: string;
  /** The path of the file that it came from. */
  file?: string | undefined;
}

export interface LinkableFile extends Pick<File, 'id' | 'name' | 'contentType' | 'git'> {
  /** Absent for one that is not saved. */
  downloadURL?: string;
}

export interface LinkableHeading {
  title: string;
  anchor: string;
}

/** The known facts about the change request of a text. */
export interface LinkContext {
  pageId: string;
  pages: readonly LinkablePage[];
  /** Undefined until they have been fetched. */
  files: readonly LinkableFile[] | undefined;
  /** Where the text is, and what paths of files lead to from there. */
  place: TextPlace;
  /** Whether the text shows paths of files for ids; without, only that of a file has them. */
  showsPaths: boolean;
  /** The files were fetched for an earlier revision: there may be more by now. */
  areFilesOld: boolean;
  /** The headings of a page; undefined until its text has been fetched. */
  headingsOf: (pageId: string) => readonly LinkableHeading[] | undefined;
}

/** As many as a list shows. */
const maxTargets = 50;

/** Pages, headings of this page and files that match a query, best first; of one page after `Page#`. */
export function findTargets(context: LinkContext, query: string): LinkTarget[] {
  const [title = '', heading] = query.split('#');
  const page = heading === undefined || title === '' ? undefined : pageTitled(context, title);
  if (heading !== undefined) return best(headingTargets(context, page?.id ?? context.pageId), heading);
  return best(
    [
      ...context.pages.map(({ id, title: label, path }): LinkTarget => ({
        kind: 'page',
        label,
        detail: path,
        address: `/pages/${id}`,
      })),
      ...headingTargets(context, context.pageId),
      ...fileTargets(context.files ?? []),
    ],
    query,
  );
}

/** Pictures that match a query, best first. */
export const findPictures = ({ files = [] }: LinkContext, query: string): LinkTarget[] =>
  best(fileTargets(files.filter(({ contentType }) => contentType.startsWith('image/'))), query);

const fileTargets = (files: readonly LinkableFile[]): LinkTarget[] =>
  files.map(({ id, name, contentType }) => ({
    kind: 'file',
    label: name,
    detail: contentType,
    address: `/files/${id}`,
  }));

/** A reusable content that texts can include. */
export interface IncludableContent {
  id: string;
  title: string;
  /** The path of the file that it came from. */
  file?: string | undefined;
  address: string;
}

/** Reusable contents that match a query, best first. */
export const findReusable = (contents: readonly IncludableContent[], query: string): LinkTarget[] =>
  best(
    contents.map(({ title, file, address }) => ({
      kind: 'reusable',
      label: title,
      detail: file ?? 'Reusable content',
      address,
    })),
    query,
  );

/** The page that a text before `#` names, as far as it is typed. */
export const pageTitled = ({ pages }: LinkContext, title: string): LinkablePage | undefined =>
  pages.find((page) => page.title.toLowerCase() === title.trim().toLowerCase());

function headingTargets(context: LinkContext, pageId: string): LinkTarget[] {
  const isHere = pageId === context.pageId;
  const detail = isHere ? 'This page' : (context.pages.find(({ id }) => id === pageId)?.title ?? '');
  return (context.headingsOf(pageId) ?? []).map(({ title, anchor }) => ({
    kind: 'heading',
    label: title,
    detail,
    address: `${isHere ? '' : `/pages/${pageId}`}#${anchor}`,
  }));
}

const best = (targets: readonly LinkTarget[], query: string): LinkTarget[] =>
  targets
    .map((target) => ({ target, score: matchWords(query, target.label) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxTargets)
    .map(({ target }) => target);

/** The problem of an address, or the data that has to be fetched first. */
export type AddressCheck =
  | { kind: 'fine' }
  | { kind: 'broken'; problem: string }
  | { kind: 'unknown'; needs: 'files' | { headingsOf: string } };

const fine: AddressCheck = { kind: 'fine' };
const broken = (problem: string): AddressCheck => ({ kind: 'broken', problem });

/** Checks an address of a text, as the server does when it lists broken links. */
export function checkAddress(context: LinkContext, address: string, isPicture = false): AddressCheck {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return fine;
  const [before = '', ...fragments] = address.split('#');
  const anchor = decodePath(fragments.join('#'));
  const [path = ''] = before.split('?');
  if (path === '') return checkHeading(context, context.pageId, anchor);
  const ownPage = context.pages.find((page) => page.id === context.pageId);
  if (context.showsPaths || ownPage?.file !== undefined) {
    const { from, places } = context.place;
    const target = resolveSourcePath(places.paths, from, address);
    if (target) return target.kind === 'page' ? checkHeading(context, target.id, anchor) : fine;
    if (!context.files || context.areFilesOld) return { kind: 'unknown', needs: 'files' };
    // It leads out of the book; only the server knows the pages of others.
    if (!isPicture && ownPage?.file !== undefined && joinPath(from, decodePath(path)) === undefined)
      return fine;
  }
  const parts = path.split('/').map(decodePath);
  const [, root, id] = parts;
  if (path.startsWith('/') && (root === 'o' || (root === 'spaces' && id))) return fine;
  if (path.startsWith('/files/') && id) {
    if (context.files?.some((file) => file.id === id)) return fine;
    return !context.files || context.areFilesOld
      ? { kind: 'unknown', needs: 'files' }
      : broken('File not found');
  }
  if (path.startsWith('/pages/') && id) {
    if (!context.pages.some((page) => page.id === id)) return broken('Page not found');
    return checkHeading(context, id, anchor);
  }
  const resolved = resolvePath(parts, ownPage?.path ?? '');
  const page = context.pages.find((candidate) => candidate.path === resolved);
  if (page) return checkHeading(context, page.id, anchor);
  return broken(isPicture ? 'File not found' : 'Page not found');
}

/** The page or file that an address leads to, as far as it is known. */
export function targetOf(
  context: LinkContext,
  address: string,
): { title: string; url?: string | undefined } | undefined {
  const [path = ''] = address.split(/[?#]/);
  const [, kind, written = ''] = /^\/(pages|files)\/([\w-]+)$/.exec(path) ?? [];
  const { from, places } = context.place;
  const resolved =
    kind === undefined && path !== '' ? resolveSourcePath(places.paths, from, path) : undefined;
  const id = resolved?.id ?? written;
  const page = context.pages.find((one) => one.id === id);
  if (page) return { title: page.title };
  const file = context.files?.find((one) => one.id === id);
  return (
    file && { title: file.name, url: file.contentType.startsWith('image/') ? file.downloadURL : undefined }
  );
}

function checkHeading(context: LinkContext, pageId: string, anchor: string): AddressCheck {
  if (anchor === '') return fine;
  const headings = context.headingsOf(pageId);
  if (!headings) return { kind: 'unknown', needs: { headingsOf: pageId } };
  return headings.some((heading) => heading.anchor === anchor) ? fine : broken('Heading not found');
}

/** A path relative to a page, or from the root if it starts with a slash. */
function resolvePath(parts: readonly string[], pagePath: string): string {
  const way = parts[0] === '' ? [] : pagePath.split('/').slice(0, -1);
  for (const part of parts) {
    if (part === '..') way.pop();
    else if (part !== '' && part !== '.') way.push(part);
  }
  return way.join('/').replace(/\.md$/i, '');
}

/** An address of a link or picture in a line. */
export interface LineLink {
  /** Of the address, in the line. */
  from: number;
  to: number;
  address: string;
  isPicture: boolean;
}

const linkPattern = /(!?)\[(?:[^[\]\\]|\\.)*\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]+))/g;

/** The addresses in a line of Markdown. Lines of code have to be left out by the caller. */
export function linksInLine(line: string): LineLink[] {
  return [...line.matchAll(linkPattern)].map((match) => {
    const [whole, mark, angled, plain] = match;
    const address = angled ?? plain ?? '';
    const to = match.index + whole.length - (angled === undefined ? 0 : 1);
    return { from: to - address.length, to, address, isPicture: mark === '!' };
  });
}

/** A link to an address as Markdown. */
export const linkTo = (address: string, text: string): string =>
  `[${text.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${address})`;

/** The web or mail address that a query is; undefined for other ones. */
export function webTarget(query: string): LinkTarget | undefined {
  const written = query.trim();
  const isWhole = /^(?:https?:\/\/|mailto:|tel:)[^\s()<>]+$/i.test(written);
  const isHost =
    /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/[^\s()<>]*)?$/i.test(written) && !/\.mdx?$/i.test(written);
  if (!isWhole && !isHost) return undefined;
  const address = isWhole ? written : `https://${written}`;
  return { kind: 'web', label: address, detail: 'Web address', address };
}

/**
 * Inserts a link to a target; what is selected becomes its text.
 *
 * @param addressOf how the text shows the address
 */
export const insertLinkTo =
  ({ label, address }: LinkTarget, addressOf: (stored: string) => string): TextOperation =>
  (text, { from, to }) => {
    const inner = text.slice(from, to);
    const insert = linkTo(addressOf(address), inner.trim() === '' ? label : inner);
    const at = from + insert.length;
    return { from, to, insert, selection: { from: at, to: at } };
  };
