import type { PrintImage } from './block-printer.ts';
import { type PrintedPage, printPages } from './print-pages.ts';

/** Pages of a space to print, in a task process: what they refer to is looked up here. */
export function printSpace({
  title,
  pages,
  pictures: images,
  space,
  now,
}: {
  title: string;
  pages: PrintedPage[];
  /** By the id of the file. */
  pictures: Map<string, PrintImage>;
  /** The address of the space in the console. */
  space: string;
  now: Date;
}): Promise<Uint8Array> {
  return printPages({
    title,
    pages,
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
