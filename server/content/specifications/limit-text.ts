/** A text cut to a length; where something is missing, it ends with `…`. Never cuts a pair of surrogates. */
export function limitText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Whether a value has so little in it that writing it as JSON is quick: looks at no more than it allows. */
export function isSmallValue(value: unknown, maxSize: number): boolean {
  let remaining = maxSize;
  const visit = (found: unknown): boolean => {
    remaining -= typeof found === 'string' ? Math.max(1, found.length) : 1;
    if (remaining < 0 || typeof found !== 'object' || found === null) return remaining >= 0;
    for (const name in found) {
      if (Object.hasOwn(found, name) && !visit(Reflect.get(found, name))) return false;
      remaining -= name.length;
    }
    return remaining >= 0;
  };
  return visit(value);
}
