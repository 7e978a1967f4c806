import type { TextGap, TextPart } from '#server/database/tables/stored-texts.ts';
import { escapeHtml } from './escape.ts';

/** The rest of a start tag behind a gap; `>` in values is escaped. */
const REST_OF_TAG = /^([^>]*)>/;

/**
 * The parts of a text with links in place of pictures, where these would be asked of another host. Within a link a picture
 * becomes its description.
 */
export function picturesAsLinks(
  parts: readonly TextPart[],
  isExternal: (gap: TextGap) => boolean,
): TextPart[] {
  const result: TextPart[] = [];
  let openLinks = 0;
  let picture: TextGap | undefined;
  for (const part of parts) {
    if (typeof part === 'string') {
      const [tag = '', attributes = ''] = (picture && REST_OF_TAG.exec(part)) ?? [];
      if (picture && picture.isSource !== true) result.push(...linkOf(picture, attributes, openLinks > 0));
      picture = undefined;
      const text = part.slice(tag.length);
      openLinks += countOf(text, /<a(?![\w-])/g) - countOf(text, /<\/a>/g);
      result.push(text);
    } else if ('kind' in part && part.kind === 'image' && isExternal(part)) {
      picture = part;
      const before = result.pop();
      result.push(typeof before === 'string' ? before.replace(/<(?:img|source)$/, '') : '');
    } else if ('slot' in part) result.push({ ...part, fallback: picturesAsLinks(part.fallback, isExternal) });
    else result.push('guard' in part ? { ...part, parts: picturesAsLinks(part.parts, isExternal) } : part);
  }
  return result;
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function linkOf({ href, from }: TextGap, attributes: string, isInLink: boolean): TextPart[] {
  const [, description = ''] = / alt="([^"]*)"/.exec(attributes) ?? [];
  const label = description.trim() === '' ? escapeHtml(href.slice(0, 200)) : description;
  if (isInLink) return [label];
  return ['<a', { kind: 'link', href, ...(from && { from }) }, ` rel="noopener">${label}</a>`];
}
