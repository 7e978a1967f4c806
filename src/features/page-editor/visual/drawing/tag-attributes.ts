/** The attributes of a tag as they are written: one is changed, all else keeps its bytes. */

const attribute = /\s+([^\s"'<>/=%{}]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>`=%]+))?/y;
const start = /^\{%[-~]?\s*@?[\w-]+(?:\/[\w.-]+)?/;

/** Longer values are not written. */
export const maxValueLength = 2000;

/** A tag with another value of an attribute; without it for an empty one. */
export function withAttribute(tag: string, name: string, value: string): string {
  const [opening] = start.exec(tag) ?? [];
  if (opening === undefined) return tag;
  const written = value.trim() === '' ? '' : ` ${name}="${quoted(value.trim().slice(0, maxValueLength))}"`;
  attribute.lastIndex = opening.length;
  for (let match = attribute.exec(tag); match; match = attribute.exec(tag)) {
    const [whole, key] = match;
    if (key === name) return tag.slice(0, match.index) + written + tag.slice(match.index + whole.length);
  }
  return opening + written + tag.slice(opening.length);
}

/** Signs that would end the value or the tag. */
const quoted = (value: string): string =>
  value
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('"', '&quot;')
    .replaceAll('%}', '%&#125;');

/** The condition of a tag, and the tag with another one. */
const condition = /^(\{%[-+~]?\s*(?:if|elif|elsif|elseif)\s+)(.*?)(\s*[-+~]?%\})$/is;

export const readCondition = (tag: string): string | undefined => condition.exec(tag)?.[2];

export const withCondition = (tag: string, next: string): string =>
  tag.replace(
    condition,
    (_, before: string, _old, after: string) =>
      `${before}${
        next
          .trim()
          .replaceAll(/[\r\n]+/g, ' ')
          .replaceAll('%}', '')
          .slice(0, maxValueLength) || 'true'
      }${after}`,
  );
