/**
 * Reads HTML under Trusted Types: a policy named `bindery-html`, which the server allows in its
 * Content-Security-Policy. It is used here only, for a document of its own: nothing in it runs, loads or is shown.
 */
let policy: { createHTML: (html: string) => string } | undefined;

/** Parses HTML into an inert document. */
export function parseHtml(html: string): Document {
  policy ??= window.trustedTypes?.createPolicy('bindery-html', { createHTML: (text: string) => text }) ?? {
    createHTML: (text) => text,
  };
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
}
