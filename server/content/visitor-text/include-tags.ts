import { findCode } from './code-ranges.ts';
import { CodeReader } from './visitor-text.ts';

/** Longer addresses are not read. */
const TAG = /\{%[-~]?[^\S\n]*include[^\S\n]+(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})')[^\S\n]*[-~]?%\}/g;

/** More of a text are not shown. */
export const MAX_INCLUDES = 200;

/** A tag that includes a reusable content: `{% include "../includes/x.md" %}`. */
export interface IncludeTag {
  start: number;
  end: number;
  address: string;
}

/** The tags of a text that include reusable contents, in order; none of them is in code. */
export function findIncludes(markdown: string, limit = MAX_INCLUDES): IncludeTag[] {
  if (!/\{%[-~]?[^\S\n]*include/.test(markdown)) return [];
  const code = new CodeReader(findCode(markdown));
  const tags: IncludeTag[] = [];
  for (const { 0: tag, 1: double, 2: single = '', index } of markdown.matchAll(TAG)) {
    if (code.at(index) !== 'text') continue;
    tags.push({ start: index, end: index + tag.length, address: double ?? single });
    if (tags.length === limit) break;
  }
  return tags;
}

/** A text with other addresses in its tags; `change` returns undefined for one that stays. */
export function replaceIncludes(markdown: string, change: (address: string) => string | undefined): string {
  let end = 0;
  let changed = '';
  for (const tag of findIncludes(markdown, Number.POSITIVE_INFINITY)) {
    const address = change(tag.address);
    if (address === undefined) continue;
    changed += `${markdown.slice(end, tag.start)}{% include "${address}" %}`;
    end = tag.end;
  }
  return changed + markdown.slice(end);
}
