import { replaceLinks } from '#api/source-links.ts';
import { decodePath, relativePath } from '#api/source-paths.ts';
import { convertHtml } from '../convert-html.ts';

/** Stands for the folder of the source while addresses are absolute. */
const ORIGIN = 'https://source.invalid/';

/** An HTML file as Markdown, with relative links. */
export function readHtmlPage(
  html: string,
  path: string,
  keptIds: ReadonlySet<string>,
): { title: string; markdown: string } {
  const url = ORIGIN + path.split('/').map(encodeURIComponent).join('/');
  const inlinePictures: string[] = [];
  // Pictures within the text are not addresses; they come back below.
  const source = html.replaceAll(
    /(<img\b[^<>]*?\bsrc=")(data:image\/[^"]+)(")/gi,
    (_, before: string, data: string, after: string) => {
      inlinePictures.push(data);
      return `${before}${ORIGIN}~picture/${inlinePictures.length}${after}`;
    },
  );
  const { title, markdown } = convertHtml({ html: source, url, keptIds });
  const relative = replaceLinks(markdown, (address) => {
    const target = unwrapRedirect(address);
    if (!target.startsWith(ORIGIN)) return target === address ? undefined : target;
    const rest = target.slice(ORIGIN.length);
    const picture = /^~picture\/(\d+)$/.exec(rest)?.[1];
    if (picture !== undefined) return inlinePictures[Number(picture) - 1];
    const [, file = '', end = ''] = /^([^?#]*)(.*)$/s.exec(rest) ?? [];
    const decoded = decodePath(file);
    const fragment = /#.*$/s.exec(end)?.[0] ?? '';
    return decoded === path && fragment !== '' ? fragment : relativePath(path, decoded) + fragment;
  });
  return { title, markdown: relative };
}

/** The ids that links of HTML files name. */
export function linkedIds(texts: Iterable<string>): Set<string> {
  const ids = new Set<string>();
  for (const text of texts)
    for (const [, id = ''] of text.matchAll(/\bhref\s*=\s*["'][^"'#]*#([^"']+)["']/gi))
      ids.add(decodePath(id));
  return ids;
}

/** Google Docs leads all links through a page of its own. */
function unwrapRedirect(address: string): string {
  const target = /^https:\/\/www\.google\.com\/url\?(?:[^#]*&)?q=([^&#]+)/.exec(address)?.[1];
  return target === undefined ? address : decodePath(target);
}
