/** More than any response of an identity provider; the parser takes quadratic time for some of these. */
const MAX_TAGS = 2000;
const MAX_DEPTH = 40;
const MAX_TAG_LENGTH = 8000;

const TAG = /<(\/?)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

/** Whether a text has the tags of a small, balanced XML document within these limits. */
export function isSmallXml(xml: string): boolean {
  let depth = 0;
  let tags = 0;
  for (const [tag, slash] of xml.matchAll(TAG)) {
    tags += 1;
    if (slash === '/') depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (tags > MAX_TAGS || depth < 0 || depth > MAX_DEPTH || tag.length > MAX_TAG_LENGTH) return false;
  }
  return depth === 0 && tags > 0 && tags === xml.split('<').length - 1;
}
