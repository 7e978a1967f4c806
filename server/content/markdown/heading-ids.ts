import type { Token } from 'marked';

const ANCHOR = /^<a\s[^<>]*\b(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)')[^<>]*>$/i;
const END = /^<\/a\s*>$/i;
const MARK = /\{#([^\s{}]{1,200})\}\s*$/;

interface HeadingIds {
  tokens: Token[];
  ids: string[];
  /** That of `{#…}`, which is among `ids`. */
  mark?: string;
}

/** The tokens of a heading without the names that its author has given it: `<a id="…"></a>` and `{#…}`. */
export function splitHeadingIds(tokens: readonly Token[]): HeadingIds {
  const ids: string[] = [];
  const rest: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    const [, double, single] = (token.type === 'html' && ANCHOR.exec(token.raw)) || [];
    const id = double ?? single;
    const next = tokens[index + 1];
    if (id !== undefined && next && END.test(next.raw)) {
      ids.push(id);
      index += 1;
    } else rest.push(token);
  }
  const last = rest.at(-1);
  const [written, mark] = (last?.type === 'text' && MARK.exec(last.raw)) || [];
  if (!last || written === undefined || mark === undefined) return { tokens: rest, ids };
  const raw = last.raw.slice(0, -written.length).trimEnd();
  rest.splice(-1, 1, { type: 'text', raw, text: raw, escaped: false });
  return { tokens: rest, ids: [...ids, mark], mark };
}
