/** Characters of an excerpt. */
const maxLength = 60;

const excerptOf = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const characters = Array.from(line.slice(0, 2 * maxLength));
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : line;
};

export const describePageDraft = (text: string): string => `Page: “${excerptOf(text)}”`;

/** The beginning of a stored draft: of a text, or of the values of a form with its initial values. */
export function describeDraft(stored: string): string {
  const values = parseObject(stored);
  if (values === null) return `“${excerptOf(stored)}”`;
  const typed = changedTexts(values);
  return typed === '' ? 'Choices in a form' : `“${excerptOf(typed)}”`;
}

function parseObject(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** The texts of a form that differ from those before. */
function changedTexts(stored: object): string {
  const [values, base] = [Reflect.get(stored, 'values'), Reflect.get(stored, 'base')].map(Object);
  return Object.entries(values)
    .flatMap(([name, value]) => (typeof value === 'string' && value !== base[name] ? [value.trim()] : []))
    .filter((value) => value !== '')
    .join(', ');
}
