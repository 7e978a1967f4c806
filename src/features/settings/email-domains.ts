/** The domains in a text: by lines, spaces or commas, in lower case, without `@`, each once. */
export function domainsIn(text: string): string[] {
  const written = text
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^@/, '').toLowerCase())
    .filter(Boolean);
  return [...new Set(written)];
}

/** What is wrong with one of the domains, as a sentence, or undefined. The server knows more and decides. */
export function domainProblem(text: string): string | undefined {
  const wrong = domainsIn(text).find((domain) => !isDomain(domain));
  return wrong === undefined ? undefined : `“${wrong}” is not a domain such as example.com.`;
}

/** Whether a text looks like the part of an address behind the @. */
export function isDomain(text: string): boolean {
  return /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u.test(
    text,
  );
}
