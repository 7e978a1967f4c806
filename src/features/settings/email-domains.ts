/** The domains in a text: by lines, spaces or commas, in lower case, without `@`, each once. */
export function parseDomains(text: string): string[] {
  const entered = text
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^@/, '').toLowerCase())
    .filter(Boolean);
  return [...new Set(entered)];
}

/** What is wrong with the domains, as a sentence, or undefined. The server knows more and decides. */
export function validateDomains(text: string): string | undefined {
  const domains = parseDomains(text);
  const invalid = domains.find((domain) => !isDomain(domain));
  if (invalid !== undefined) return `“${invalid}” isn’t a valid domain. Use one such as example.com.`;
  return domains.length > MAX_DOMAINS
    ? `Enter at most ${MAX_DOMAINS} domains. You entered ${domains.length}.`
    : undefined;
}

const MAX_DOMAINS = 100;

/** Whether a text looks like the part of an address behind the @. */
export function isDomain(text: string): boolean {
  const labels = text.split('.');
  const top = labels.at(-1) ?? '';
  const isName = (label: string) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label);
  return text.length <= 253 && labels.length > 1 && labels.every(isName) && /^\p{L}./u.test(top);
}
