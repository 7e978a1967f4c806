import type { Tell } from './admonitions.ts';
import { FenceTracker } from './fences.ts';

/** How links of a wiki are resolved. */
export interface WikiTargets {
  /** The file of a page by its name. */
  page: (name: string) => string | undefined;
  /** Whether what is in front of the bar is the label, as in GitHub's wikis; else it is the page. */
  isLabelFirst: boolean;
}

/** Converts `[[Page]]`, `[[label|Page]]` and `[[picture.png|alt=text]]`. Others stay text. */
export function convertWikiLinks(text: string, { page, isLabelFirst }: WikiTargets, tell: Tell): string {
  if (!text.includes('[[')) return text;
  const fences = new FenceTracker();
  return text
    .split('\n')
    .map((line, index) => {
      if (fences.isCode(line) || !line.includes('[[')) return line;
      return line.replaceAll(
        /(`+)[^`]*\1|(!?)\[\[([^[\]|]+)(?:\|([^[\]|]*))?(?:\|[^[\]]*)?\]\]/g,
        (all, ticks, mark, first, second) => {
          if (ticks !== undefined) return all;
          const [front, back] = [
            String(first).trim(),
            second === undefined ? undefined : String(second).trim(),
          ];
          const isImage = mark === '!' || /\.(?:png|jpe?g|gif|svg|webp)$/i.test(front);
          if (isImage) {
            tell(index, 'A link of the wiki became a picture.');
            return `![${/^alt=(.*)/.exec(back ?? '')?.[1] ?? ''}](<${front}>)`;
          }
          const [label, name] =
            back === undefined ? [front, front] : isLabelFirst ? [front, back] : [back, front];
          const [title = '', fragment] = name.split('#', 2);
          const path = /^https?:/.test(name) ? name : title === '' ? '' : page(title);
          if (path === undefined) return all;
          tell(index, 'A link of the wiki became a link.');
          return `[${label}](<${path}${fragment === undefined ? '' : `#${fragment}`}>)`;
        },
      );
    })
    .join('\n');
}
