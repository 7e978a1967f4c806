/** More than an answer of an identity provider ever has; the parser's time grows with the square of some of these. */
const MOST_TAGS = 2000;
const MOST_DEPTH = 40;
const LONGEST_TAG = 8000;

const TAG = /<(\/?)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

/** Whether a text has the tags of a small XML document: each opened one closed, not too many, too deep or too long. */
export function isModestXml(xml: string): boolean {
  let depth = 0;
  let tags = 0;
  for (const [tag, slash] of xml.matchAll(TAG)) {
    tags += 1;
    if (slash === '/') depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (tags > MOST_TAGS || depth < 0 || depth > MOST_DEPTH || tag.length > LONGEST_TAG) return false;
  }
  return depth === 0 && tags > 0 && tags === xml.split('<').length - 1;
}
