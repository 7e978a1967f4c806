import type { TextHeading, TextHtml, TextPart } from '#server/database/tables/stored-texts.ts';

/** An entry of a block of updates, as a page has it. */
export interface PageUpdate {
  /** The id of its place. */
  id: string;
  /** The day that it names; undefined without one. */
  day: string | undefined;
  tags: string[];
  /** Its elements, whole. */
  parts: TextPart[];
  /** The headings in it. */
  headings: TextHeading[];
}

/** Texts have no sections but those of blocks; values of attributes have no `<`. */
const SECTION_TAG = /<section(?: class="(update)" id="([^"]+)")?[^<>]*>|<\/section>/g;
const PANEL = '<div class="panel">';

/** The parts of a text whose conditions are decided, with its updates in place of theirs. */
function splitUpdates({ parts, headings }: TextHtml): (TextPart | PageUpdate)[] {
  const result: (TextPart | PageUpdate)[] = [];
  let update: PageUpdate | undefined;
  let depth = 0;
  const write = (part: TextPart) => (update ? update.parts : result).push(part);
  for (const part of parts) {
    if (typeof part !== 'string') {
      write(part);
      continue;
    }
    let start = 0;
    for (const { 0: tag, 1: kind, 2: id = '', index } of part.matchAll(SECTION_TAG)) {
      const isEnd = tag === '</section>';
      if (!update && kind === 'update') {
        write(part.slice(start, index));
        start = index;
        update = { id, day: /^~(\d{4}-\d{2}-\d{2})/.exec(id)?.[1], tags: [], parts: [], headings: [] };
        depth = 1;
      } else if (update) depth += isEnd ? -1 : 1;
      if (!update || depth > 0) continue;
      const end = index + tag.length;
      write(part.slice(start, end));
      start = end;
      result.push({ ...update, tags: tagsOf(update.parts), headings: headingsIn(update.parts, headings) });
      update = undefined;
    }
    write(part.slice(start));
  }
  return update ? [...result, ...update.parts] : result;
}

/** The tags beside the day of an update, not those of updates in it. */
function tagsOf(parts: readonly TextPart[]): string[] {
  const tags: string[] = [];
  for (const part of parts) {
    if (typeof part === 'string' && part.includes(PANEL)) break;
    if (typeof part !== 'string' && 'slot' in part && part.slot === 'tag') tags.push(part.value);
  }
  return tags;
}

function headingsIn(parts: readonly TextPart[], headings: readonly TextHeading[]): TextHeading[] {
  const html = parts.filter((part) => typeof part === 'string').join('');
  return headings.filter(({ anchor }) => html.includes(` id="${anchor}"`));
}

const isUpdate = (part: TextPart | PageUpdate): part is PageUpdate =>
  typeof part !== 'string' && 'tags' in part;

/** The updates of a text whose conditions are decided. */
export const updatesOf = (text: TextHtml): PageUpdate[] => splitUpdates(text).filter(isUpdate);

/** Those with a day, the newest first. */
export function datedUpdates(text: TextHtml): (PageUpdate & { day: string })[] {
  return updatesOf(text)
    .flatMap((update) => (update.day === undefined ? [] : [{ ...update, day: update.day }]))
    .toSorted((one, other) => other.day.localeCompare(one.day));
}

/** A text with the updates that have a tag, and with everything else. */
export function filterUpdates(text: TextHtml, tag: string): TextHtml {
  const pieces = splitUpdates(text);
  const left = pieces.filter(isUpdate).filter(({ tags }) => !tags.includes(tag));
  const leftAnchors = new Set(left.flatMap(({ headings }) => headings.map(({ anchor }) => anchor)));
  return {
    ...text,
    parts: pieces.flatMap((piece) => (!isUpdate(piece) ? [piece] : left.includes(piece) ? [] : piece.parts)),
    headings: text.headings.filter(({ anchor }) => !leftAnchors.has(anchor)),
  };
}

/** What is below the day and the tags of an update. */
export function contentOf({ parts }: PageUpdate): TextPart[] {
  const first = parts.findIndex((part) => typeof part === 'string' && part.includes(PANEL));
  const [start, ...rest] = parts.slice(first);
  if (typeof start !== 'string') return [];
  const content = [start.slice(start.indexOf(PANEL) + PANEL.length), ...rest];
  const last = content.pop();
  return [...content, typeof last === 'string' ? last.replace(/<\/div><\/section>$/, '') : ''];
}
