import { type CodeBlock, writeCode } from '../html/code.ts';
import { escapeHtml } from '../html/escape.ts';
import { attribute, type HtmlWriter } from '../html/html-writer.ts';
import type { PageWriter } from '../html/page-writer.ts';
import { writeText } from '../html/render-text.ts';
import { parseDocument } from '../links/parse-document.ts';
import { limitText } from '../specifications/limit-text.ts';
import type {
  AccessView,
  CallbackView,
  ContentView,
  OperationView,
  ParameterPlace,
  ResponseView,
} from '../specifications/reference-view.ts';
import type { ReferenceLabels } from './reference-labels.ts';
import { hrefParts, SchemaWriter } from './write-schema.ts';

/** The options for writing operations. */
export interface OperationOptions {
  labels: ReferenceLabels;
  /** The level of their headings. */
  level: number;
  /** The address where the ways to be let in are described; undefined if they are not. */
  accessHref: string | undefined;
}

/** Writes an operation: what it does and takes, and beside it how it is called. */
export function writeOperation(page: PageWriter, operation: OperationView, options: OperationOptions): void {
  new OperationWriter(page, options).write(operation);
}

class OperationWriter {
  readonly #page: PageWriter;
  readonly #writer: HtmlWriter;
  readonly #schemas: SchemaWriter;
  readonly #options: OperationOptions;

  constructor(page: PageWriter, options: OperationOptions) {
    this.#page = page;
    this.#writer = page.writer;
    this.#schemas = new SchemaWriter(page, options.labels);
    this.#options = options;
  }

  write(operation: OperationView): void {
    const groups = this.#sampleGroups(operation);
    this.#block('section', groups.length > 0 ? 'operation with-samples' : 'operation', () => {
      this.#block('div', 'explained', () => this.#explain(operation));
      if (groups.length === 0) return;
      this.#block('div', 'samples', () => {
        for (const group of groups) this.#tabs(group);
      });
    });
  }

  #block(name: string, className: string, content: () => void): void {
    this.#writer.element(name, className === '' ? [] : [attribute('class', className)], content, true);
  }

  #text(text: string): void {
    this.#writer.text(escapeHtml(text));
  }

  #explain(operation: OperationView): void {
    const { labels, level } = this.#options;
    const { anchor, title, method, isDeprecated, description, access, parameters } = operation;
    this.#page.heading({ level, anchor, title, method }, () => this.#text(title));
    this.#endpoint(operation);
    if (isDeprecated) {
      this.#block('p', 'deprecated', () => this.#schemas.flag(labels.apiDeprecatedOperation, 'warning'));
    }
    if (description.trim() !== '') writeText(this.#page, description, 0);
    if (operation.isBrief) {
      this.#block('p', 'limits', () => this.#text(labels.apiBrief));
      return;
    }
    if (access) this.#access(access);
    const places = [
      ['path', labels.apiPathParameters],
      ['query', labels.apiQueryParameters],
      ['header', labels.apiHeaders],
      ['cookie', labels.apiCookies],
    ] satisfies [ParameterPlace, string][];
    for (const [place, label] of places) {
      const list = parameters[place] ?? [];
      if (list.length === 0) continue;
      this.#part(label);
      this.#schemas.parameters(list);
    }
    this.#body(operation);
    this.#responses(operation);
    if (operation.callbacks.length > 0) {
      this.#part(labels.apiCallbacks);
      for (const callback of operation.callbacks) this.#callback(callback);
    }
  }

  #body({ body, isWebhook }: OperationView): void {
    const { labels } = this.#options;
    if (!body) return;
    this.#part(isWebhook ? labels.apiPayload : labels.apiBody, body.isRequired);
    if (body.description.trim() !== '') writeText(this.#page, body.description, 0);
    for (const content of body.contents) this.#content(content, labels.apiBody);
  }

  #responses({ responses }: OperationView): void {
    if (responses.length === 0) return;
    this.#part(this.#options.labels.apiResponses);
    const successResponse = responses.find(({ status }) => status.startsWith('2')) ?? responses[0];
    for (const response of responses) this.#response(response, response === successResponse);
  }

  #callback({ name, operation }: CallbackView): void {
    this.#block('details', 'inside', () => {
      this.#block('summary', '', () => {
        this.#schemas.code(name);
        // Without a summary, an operation is called by its address.
        if (operation.title !== operation.path) this.#text(` ${operation.title}`);
      });
      this.#endpoint(operation);
      if (operation.description.trim() !== '') writeText(this.#page, operation.description, 0);
      this.#body(operation);
      this.#responses(operation);
    });
  }

  #endpoint({ method, path, isWebhook }: OperationView): void {
    this.#writer.element(
      'p',
      [' class="endpoint" dir="ltr"'],
      () => {
        this.#writer.element('span', [attribute('class', `method ${method}`)], () =>
          this.#text(method.toUpperCase()),
        );
        this.#writer.text(' ');
        this.#writer.element('code', [], () => {
          // Slashes are where a long path may be broken.
          for (const part of path.split(/(\{[^{}]*\}|\/)/)) {
            if (part === '/') this.#writer.text('<wbr>/');
            else if (part.startsWith('{') && !isWebhook)
              this.#writer.element('em', [], () => this.#text(part));
            else if (part !== '') this.#text(part);
          }
        });
      },
      true,
    );
  }

  /** The heading of a part of the operation; it is not in the contents of the page. */
  #part(title: string, isRequired = false): void {
    this.#writer.element(
      `h${this.#options.level + 1}`,
      [' class="part"'],
      () => {
        this.#text(title);
        if (isRequired) this.#schemas.flag(this.#options.labels.apiRequired, 'danger');
      },
      true,
    );
  }

  #access(access: readonly AccessView[]): void {
    const { labels, accessHref } = this.#options;
    this.#block('p', 'access', () => {
      this.#text(`${labels.apiAuthentication}: `);
      if (access.length === 0) this.#text(labels.apiNoAccess);
      access.forEach((schemes, index) => {
        if (index > 0) this.#text(` ${labels.apiOr} `);
        if (schemes.length === 0) this.#text(labels.apiNoAccess);
        schemes.forEach(({ name, scopes }, place) => {
          if (place > 0) this.#text(' + ');
          const text = () => this.#text(name);
          if (accessHref === undefined) text();
          else this.#writer.element('a', hrefParts(accessHref), text);
          for (const scope of scopes) {
            this.#writer.text(' ');
            this.#schemas.code(scope);
          }
        });
      });
    });
  }

  #content({ types, schema, examples }: ContentView, name: string): void {
    this.#block('p', 'media', () => {
      types.forEach((type, index) => {
        if (index > 0) this.#writer.text(' ');
        this.#schemas.code(type);
      });
      if (!schema) return;
      this.#writer.text(' ');
      this.#schemas.type(schema);
    });
    if (schema) this.#schemas.schema(schema, name);
    // The first one is among the samples.
    for (const { title, text, language } of examples.slice(1)) {
      this.#block('details', 'inside', () => {
        this.#block('summary', '', () => this.#text(`${this.#options.labels.apiExample}: ${title}`));
        writeCode(this.#writer, codeOf(text, language));
      });
    }
  }

  #response({ status, description, headers, contents }: ResponseView, isOpen: boolean): void {
    const { labels } = this.#options;
    const line = plainLine(description);
    const head = () => {
      this.#writer.element('span', [attribute('class', `status ${toneOf(status)}`)], () =>
        this.#text(status),
      );
      this.#writer.text(' ');
      this.#writer.element('span', [], () => this.#text(line));
    };
    const isLong = line !== description.trim();
    const isEmpty =
      headers.length === 0 && contents.every(({ schema, examples }) => !schema && examples.length < 2);
    if (isEmpty && !isLong) {
      this.#block('p', 'response', head);
      return;
    }
    this.#writer.element(
      'details',
      [` class="response"${isOpen ? ' open' : ''}`],
      () => {
        this.#block('summary', '', head);
        if (isLong) writeText(this.#page, description, 0);
        if (headers.length > 0) {
          this.#block('p', 'limits', () => this.#text(labels.apiHeaders));
          this.#schemas.parameters(headers);
        }
        for (const content of contents) this.#content(content, status);
      },
      true,
    );
  }

  #sampleGroups({ samples, body, responses, isWebhook }: OperationView): TabGroup[] {
    const { labels } = this.#options;
    const requests = samples.map(({ title, text, language }) => ({ title, code: codeOf(text, language) }));
    const [payload] = body?.contents.flatMap(({ examples }) => examples) ?? [];
    const payloads =
      isWebhook && payload
        ? [{ title: labels.apiPayloadSample, code: codeOf(payload.text, payload.language) }]
        : [];
    const groups: TabGroup[] = [
      { label: labels.apiRequestSamples, isKept: true, tabs: requests },
      { label: labels.apiPayload, isKept: false, tabs: payloads },
      { label: labels.apiResponseSamples, isKept: false, tabs: responseSamples(responses) },
    ];
    return groups.filter(({ tabs }) => tabs.length > 0);
  }

  /** Tabs as in texts. */
  #tabs({ label, isKept, tabs }: TabGroup): void {
    const group = this.#page.nextBlock();
    const start = ` class="tabs${isKept ? '' : ' own'}" role="group"${attribute('aria-label', label)}`;
    this.#writer.element(
      'div',
      [start],
      () => {
        tabs.forEach(({ title, code }, index) => {
          const id = `${group}-${index + 1}`;
          this.#writer.empty('input', [
            ` type="radio" name="${group}" id="${id}"${index === 0 ? ' checked' : ''}`,
          ]);
          this.#writer.element('label', [` for="${id}"`], () => this.#text(title));
          this.#block('div', 'panel', () => writeCode(this.#writer, code));
        });
      },
      true,
    );
  }
}

interface TabGroup {
  label: string;
  /** Whether the choice holds for the whole site, as that of a language. */
  isKept: boolean;
  tabs: CodeTab[];
}

interface CodeTab {
  title: string;
  code: CodeBlock;
}

function codeOf(code: string, info: string): CodeBlock {
  return { code, info };
}

/** The first example of each response. */
function responseSamples(responses: readonly ResponseView[]): CodeTab[] {
  return responses.flatMap(({ status, contents }) => {
    const example = contents.flatMap(({ examples }) => examples)[0];
    return example ? [{ title: status, code: codeOf(example.text, example.language) }] : [];
  });
}

const MAX_LINE_LENGTH = 160;

/** The beginning of a text as one plain line. */
function plainLine(markdown: string): string {
  const [section] = parseDocument(markdown).sections;
  return limitText(section ? `${section.title} ${section.body}`.trim() : '', MAX_LINE_LENGTH);
}

/** The color of a status: of success, of a redirect, of a mistake, of a failure. */
function toneOf(status: string): string {
  return { 2: 'success', 3: 'info', 4: 'warning', 5: 'danger' }[status.charAt(0)] ?? 'info';
}
