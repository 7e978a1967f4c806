import type { BrowserContext, Page } from '@playwright/test';
import { trackRequests } from './quiet.ts';

/** Browser problems that users don't see. A test fails if any unexpected one remains. */
export class PageProblems {
  #found: string[] = [];
  #expected: RegExp[] = [];

  /** Expects matching problems; they are not reported. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** Expects the errors of a server restart. */
  expectRestart(): void {
    this.expect(
      /\bstatus of 503\b/,
      /^503 /,
      /ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING)/,
    );
  }

  /** The unexpected problems. */
  list(): string[] {
    return this.#found.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  /** Listens to all current and future pages of the context. */
  watch(context: BrowserContext): void {
    context.pages().forEach((page) => this.#watchPage(page));
    context.on('page', (page) => this.#watchPage(page));
    context.on('weberror', (error) =>
      this.#found.push(`uncaught: ${error.error().stack ?? error.error().message}`),
    );
  }

  #watchPage(page: Page): void {
    trackRequests(page);
    // Violations of the CSP and of Trusted Types are reported here too.
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const { url } = message.location();
      this.#found.push(`console ${message.type()}: ${message.text()}${url === '' ? '' : ` (${url})`}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) this.#found.push(`${response.status()} ${response.url()}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'unknown';
      // The page aborts a request itself when its screen is left.
      if (reason !== 'net::ERR_ABORTED') this.#found.push(`${reason} ${request.url()}`);
    });
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') this.#found.push(`browser dialog: ${dialog.message()}`);
      void dialog.accept();
    });
  }
}
