/** Lists of simple values that are shorter stay on one line. */
const MAX_LINE_LENGTH = 60;

/** A value as JSON for readers: two blanks for each level, short lists of simple values on one line. */
export function prettyJson(value: unknown, margin = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = `${margin}  `;
  if (Array.isArray(value)) {
    const isSimple = value.every((item) => typeof item !== 'object' || item === null);
    const line = isSimple ? `[${value.map((item) => prettyJson(item)).join(', ')}]` : undefined;
    if (value.length === 0 || (line !== undefined && line.length <= MAX_LINE_LENGTH)) return line ?? '[]';
    return `[\n${value.map((item) => inner + prettyJson(item, inner)).join(',\n')}\n${margin}]`;
  }
  const members = Object.entries(value);
  if (members.length === 0) return '{}';
  const lines = members.map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${prettyJson(member, inner)}`,
  );
  return `{\n${lines.join(',\n')}\n${margin}}`;
}
