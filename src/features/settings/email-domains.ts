/** Parses domains separated by lines, spaces or commas: lower case, without `@`, without duplicates. */
import { formatCount, formatNumber } from '#src/lib/text/format.ts';

export function parseDomains(text: string): string[] {
  const entered = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^@/, '').toLowerCase())
    .filter(Boolean);
  return [...new Set(entered)];
}

/** A sentence, or undefined. The server has the final say. */
export function validateDomains(text: string): string | undefined {
  const domains = parseDomains(text);
  const invalid = domains.find((domain) => !isDomain(domain));
  if (invalid !== undefined) return `“${invalid}” isn’t a valid domain. Use a domain such as example.com.`;
  return domains.length > MAX_DOMAINS
    ? `Enter at most ${formatCount(MAX_DOMAINS, 'domain')}. You entered ${formatNumber(domains.length)}.`
    : undefined;
}

const MAX_DOMAINS = 100;

/** Whether a text looks like the domain of an email address. */
export function isDomain(text: string): boolean {
  const labels = text.split('.');
  const top = labels.at(-1) ?? '';
  const isName = (label: string) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label);
  return text.length <= 253 && labels.length > 1 && labels.every(isName) && /^\p{L}./u.test(top);
}
