import { englishBlockLabels } from '#api/blocks/labels.ts';
import type {
  TextGap,
  TextHtml,
  TextLabel,
  TextPart,
  TextSlot,
} from '#server/database/tables/stored-texts.ts';
import { escapeHtml } from './escape.ts';

/** Increase this when rendering a text gives another result; stored HTML is then replaced when it is next needed. */
export const HTML_VERSION = 16;

/** The labels in some language; `{title}` is replaced by the text of the label. */
export type TextLabels = Readonly<Record<TextLabel['label'], string>>;

const ENGLISH: Readonly<Record<TextLabel['label'], string>> = {
  ...englishBlockLabels,
  heading: 'Link to',
  back: 'Back to text',
  table: 'Table',
  task: 'Task',
  condition: 'Condition',
  missingInclude: 'Missing reusable content',
};

/** The labels in English, as plain text. */
export function englishLabel({ label, text }: TextLabel): string {
  return text === undefined || text === '' ? ENGLISH[label] : `${ENGLISH[label]} ${text}`;
}

/**
 * The HTML of a text whose conditions are decided (`decideText`). `fill` returns attributes beginning with a blank
 * (` href="…"`), or '' for a target that cannot be shown; `labelOf` returns plain text in the language of the page;
 * `fillSlot` returns HTML, or nothing if it knows nothing.
 */
export function joinTextHtml(
  text: TextHtml,
  fill: (gap: TextGap) => string,
  labelOf: (label: TextLabel) => string = englishLabel,
  fillSlot: (slot: TextSlot) => string | undefined = () => undefined,
): string {
  const write = (part: TextPart): string => {
    if (typeof part === 'string') return part;
    // Not decided or not found, so it is left out.
    if ('guard' in part || 'include' in part) return '';
    if ('slot' in part) return fillSlot(part) ?? part.fallback.map(write).join('');
    return 'label' in part ? escapeHtml(labelOf(part)) : gapAttributes(part, fill);
  };
  // Not joined: V8 then copies a long text once, when it is sent.
  let html = '';
  for (const part of text.parts) html += write(part);
  return html;
}

/** The places of some kinds in parts of a text, also those in others and in branches. */
export function slotsOf(parts: readonly TextPart[], kinds: readonly TextSlot['slot'][]): TextSlot[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    if ('slot' in part) return kinds.includes(part.slot) ? [part] : slotsOf(part.fallback, kinds);
    return 'parts' in part ? slotsOf(part.parts, kinds) : [];
  });
}

/** The URLs in parts of a text, also those in slots and in branches. */
export function gapsOf(parts: readonly TextPart[]): TextGap[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    if ('href' in part) return [part];
    if ('slot' in part) return gapsOf(part.fallback);
    return 'parts' in part ? gapsOf(part.parts) : [];
  });
}

/** The attributes in place of a gap, beginning with a blank; see {@link joinTextHtml}. */
export function gapAttributes(gap: TextGap, fill: (gap: TextGap) => string): string {
  if (!gap.isSource) return fill(gap);
  const [, url] = / src="([^"]*)"/.exec(fill(gap)) ?? [];
  return url === undefined ? '' : ` srcset="${url.replaceAll(' ', '%20').replaceAll(',', '%2C')}"`;
}

/** A text with the branches whose guards hold, and with their headings. */
export function decideText({ parts, headings }: TextHtml, isShown: (guard: number) => boolean): TextHtml {
  const decide = (some: readonly TextPart[]): TextPart[] =>
    some.flatMap((part) => {
      if (typeof part === 'string' || !('guard' in part)) return [part];
      return isShown(part.guard) ? decide(part.parts) : [];
    });
  const shownHeadings = headings.flatMap(({ guard, ...heading }) =>
    guard === undefined || isShown(guard) ? [heading] : [],
  );
  return { parts: decide(parts), headings: shownHeadings };
}

/** The heading of the first level that a text begins with: its anchor, the parts in it, and the text without it. */
export interface SplitTitle {
  anchor: string;
  title: TextHtml['parts'];
  text: TextHtml;
}

const TITLE_START = /^\s*<h1 id="[^"]*">/;
const TITLE_END = '</h1>';

/** Splits off the heading that a text begins with; undefined where it begins with something else. */
export function splitTitle({ parts, headings }: TextHtml): SplitTitle | undefined {
  const [first] = parts;
  const [heading] = headings;
  const [start] = (typeof first === 'string' && TITLE_START.exec(first)) || [];
  if (start === undefined || heading?.level !== 1 || typeof first !== 'string') return undefined;
  const all: TextHtml['parts'] = [first.slice(start.length), ...parts.slice(1)];
  const last = all.findIndex((part) => typeof part === 'string' && part.includes(TITLE_END));
  const part = all[last];
  if (typeof part !== 'string') return undefined;
  const end = part.indexOf(TITLE_END);
  return {
    anchor: heading.anchor,
    title: [...all.slice(0, last), part.slice(0, end)],
    text: {
      parts: [part.slice(end + TITLE_END.length), ...all.slice(last + 1)],
      headings: headings.slice(1),
    },
  };
}
