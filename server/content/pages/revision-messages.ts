const MAX_NAMED = 3;

/** A verb and the first of several names; undefined without any. */
export function describeNames(verb: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const visibleNames = names.slice(0, MAX_NAMED);
  const rest = names.length - visibleNames.length;
  const last = rest > 0 ? `${rest} more` : visibleNames.pop();
  return `${verb} ${[visibleNames.join(', '), last].filter(Boolean).join(' and ')}`;
}
