/** The domains in a text: by lines, spaces or commas, in lower case, without `@`, each once. */
export function domainsIn(text: string): string[] {
  const written = text
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^@/, '').toLowerCase())
    .filter(Boolean);
  return [...new Set(written)];
}

/** What is wrong with the domains, as a sentence, or undefined. The server knows more and decides. */
export function domainProblem(text: string): string | undefined {
  const domains = domainsIn(text);
  const wrong = domains.find((domain) => !isDomain(domain));
  if (wrong !== undefined) return `“${wrong}” isn’t a valid domain. Use one such as example.com.`;
  return domains.length > MOST ? `Enter at most ${MOST} domains. You entered ${domains.length}.` : undefined;
}

const MOST = 100;

/** Whether a text looks like the part of an address behind the @. */
export function isDomain(text: string): boolean {
  const labels = text.split('.');
  const top = labels.at(-1) ?? '';
  const isName = (label: string) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label);
  return text.length <= 253 && labels.length > 1 && labels.every(isName) && /^\p{L}./u.test(top);
}
