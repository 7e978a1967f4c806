import type { BrowserContext, Page } from '@playwright/test';

/** Everything that went wrong in a browser and that no person would see. A test fails when one is left at its end. */
export class PageProblems {
  #found: string[] = [];
  #expected: RegExp[] = [];

  /** Says that this problem belongs to what the test is about. Whatever matches is not reported. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /**
   * Says that the server is restarted under an open page. What the page asks for meanwhile is answered 503 while the server
   * stops (its icon as well as the interface), is cut off with the connection, or finds nobody until it is back.
   */
  expectRestart(): void {
    this.expect(/\bstatus of 503\b/, /^503 /, /ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/);
  }

  /** What was found and not expected. */
  list(): string[] {
    return this.#found.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  /** Listens to every page that the context has and will have. */
  watch(context: BrowserContext): void {
    context.pages().forEach((page) => this.#watchPage(page));
    context.on('page', (page) => this.#watchPage(page));
    context.on('weberror', (error) =>
      this.#found.push(`uncaught: ${error.error().stack ?? error.error().message}`),
    );
  }

  #watchPage(page: Page): void {
    // Refused policies and Trusted Types come this way too.
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
