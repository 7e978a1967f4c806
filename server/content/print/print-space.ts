import type { UsesAsMarkdown } from '../documents/plain-markdown.ts';
import type { PrintImage } from './block-printer.ts';
import { type PrintedPage, printPages } from './print-pages.ts';

/** Prints pages of a space, in a task process; `images` and `space` resolve what they refer to. */
export function printSpace({
  title,
  pages,
  uses,
  images,
  space,
  now,
}: {
  title: string;
  pages: PrintedPage[];
  uses?: UsesAsMarkdown;
  /** By file id. */
  images: Map<string, PrintImage>;
  /** The URL of the space in the console. */
  space: string;
  now: Date;
}): Promise<Uint8Array> {
  return printPages({
    title,
    pages,
    uses,
    now,
    findImage: (href) => images.get(fileIdIn(href) ?? ''),
    resolveUrl: (href) => {
      if (/^(https?|mailto):/i.test(href)) return href;
      return href.startsWith('/pages/') ? space + href : undefined;
    },
  });
}

function fileIdIn(href: string): string | undefined {
  return /^\/files\/(\w+)/.exec(href)?.[1];
}
