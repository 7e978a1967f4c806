/**
 * Reads HTML under Trusted Types: a policy named `bindery-html`, which the server allows in its
 * Content-Security-Policy. It is used here only, for a separate document in which nothing runs, loads or is
 * shown.
 */
let policy: { createHTML: (html: string) => string } | undefined;

/** The names of handlers in a tag. */
const handlers = /(?<=\s|["'/])on\w+(?=\s*=)/gi;

/**
 * Parses HTML into an inert document. Its handlers are removed: Chromium reports each, although none would
 * run.
 */
export function parseHtml(html: string): Document {
  policy ??= window.trustedTypes?.createPolicy('bindery-html', { createHTML: (text: string) => text }) ?? {
    createHTML: (text) => text,
  };
  return new DOMParser().parseFromString(policy.createHTML(withoutHandlers(html)), 'text/html');
}

const withoutHandlers = (html: string): string =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(handlers, 'data-handler'));
