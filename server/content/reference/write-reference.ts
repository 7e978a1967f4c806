import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { escapeHtml } from '../html/escape.ts';
import { attribute, type StartTag } from '../html/html-writer.ts';
import { PageWriter } from '../html/page-writer.ts';
import { writeText } from '../html/render-text.ts';
import {
  type LinkedOperation,
  type LinkedPage,
  referenceLink,
  type ReferencePart,
} from '../pages/reference-part.ts';
import { readReference } from '../specifications/read-reference.ts';
import type {
  AccessSchemeView,
  DefinitionView,
  OperationGroup,
  ReferenceView,
  ServerView,
} from '../specifications/reference-view.ts';
import { visitorSpecification } from '../specifications/visitor-specification.ts';
import { fillLabel, type ReferenceLabels, splitLabel } from './reference-labels.ts';
import { writeOperation } from './write-operation.ts';
import { hrefParts, SchemaWriter } from './write-schema.ts';

/** The inputs of a page with an API reference. */
export interface ReferenceSource {
  /** The text by people; it comes first. */
  markdown: string;
  /** The documents of the specification by file name, as JSON. */
  specification: string;
  labels: ReferenceLabels;
  /** Whether definitions that operations share are shown too. */
  withDefinitions: boolean;
  /** Of several pages the one that is written. */
  part?: ReferencePart | undefined;
}

/** Renders the text of a page and its API specification as harmless HTML, with gaps for URLs. */
export function renderReferenceHtml({
  markdown,
  specification,
  labels,
  withDefinitions,
  part,
}: ReferenceSource): TextHtml {
  const page = new PageWriter();
  if (markdown.trim() !== '') writeText(page, markdown, 1);
  const documents = visitorSpecification(specification);
  const view = readReference(documents, { anchors: page.anchors, withDefinitions, part });
  new ReferenceWriter(page, labels, part).write(view);
  return page.finish();
}

/** On the first page, unless a heading of its own text is called so. */
const ACCESS_ANCHOR = 'authentication';

class ReferenceWriter {
  readonly #page: PageWriter;
  readonly #labels: ReferenceLabels;
  readonly #schemas: SchemaWriter;

  readonly #part: ReferencePart | undefined;

  constructor(page: PageWriter, labels: ReferenceLabels, part?: ReferencePart) {
    this.#page = page;
    this.#labels = labels;
    this.#schemas = new SchemaWriter(page, labels);
    this.#part = part;
  }

  write(view: ReferenceView): void {
    const labels = this.#labels;
    this.#about(view);
    if (view.description.trim() !== '') writeText(this.#page, view.description, 2);
    if (view.servers.length > 0) this.#servers(view.servers);
    const accessAnchor = view.schemes.length > 0 ? this.#access(view.schemes) : undefined;
    const ownHref = accessAnchor === undefined ? undefined : `#${accessAnchor}`;
    const accessHref = this.#part ? referenceLink('', ACCESS_ANCHOR) : ownHref;
    const isAlone =
      view.groups.length === 1 && view.groups[0]?.kind !== 'webhooks' && view.groups[0]?.title === '';
    for (const group of view.groups) {
      // The page of a tag has its name.
      if (this.#part) this.#groupDescription(group);
      else if (!isAlone) this.#groupHeading(group, view.groups.length);
      const level = isAlone || this.#part ? 2 : 3;
      for (const operation of group.operations) {
        writeOperation(this.#page, operation, { labels, level, accessHref });
      }
    }
    if (view.moreOperations > 0) {
      this.#block('p', '', () =>
        this.#text(fillLabel(labels.apiMoreOperations, String(view.moreOperations))),
      );
    }
    if (view.pages.length > 0) this.#pages(view.pages);
    const [definition] = view.definitions;
    if (this.#part && definition) this.#schemas.schema(definition.schema, definition.name);
    else if (view.definitions.length > 0) this.#definitions(view.definitions);
  }

  /** The pages with the rest, with their operations. */
  #pages(pages: readonly LinkedPage[]): void {
    if (this.#part?.kind === 'overview') this.#heading('operations', this.#labels.apiOperations);
    this.#block('ul', 'fields', () => {
      for (const { key, title, operations } of pages) {
        const [only] = operations;
        this.#block('li', '', () => {
          this.#block('p', 'field', () => {
            if (operations.length === 1 && only && key.startsWith('operation/')) this.#method(only.method);
            this.#page.writer.element('a', hrefParts(referenceLink(key)), () => this.#text(title));
          });
          if (!key.startsWith('operation/')) this.#operationLinks(key, operations);
        });
      }
    });
  }

  #operationLinks(key: string, operations: readonly LinkedOperation[]): void {
    for (const { anchor, title, method } of operations) {
      this.#block('p', 'limits', () => {
        this.#method(method);
        this.#page.writer.element('a', hrefParts(referenceLink(key, anchor)), () => this.#text(title));
      });
    }
  }

  #method(method: string): void {
    this.#page.writer.element('span', [attribute('class', `method ${method}`)], () =>
      this.#text(method.toUpperCase()),
    );
    this.#page.writer.text(' ');
  }

  #block(name: string, className: string, content: () => void): void {
    this.#page.writer.element(name, className === '' ? [] : [attribute('class', className)], content, true);
  }

  #text(text: string): void {
    this.#page.writer.text(escapeHtml(text));
  }

  #heading(name: string, title: string): string {
    const anchor = this.#page.anchors.take(name);
    this.#page.heading({ level: 2, anchor, title }, () => this.#text(title));
    return anchor;
  }

  /** Version, licence and contact. */
  #about({ title, version, license, contact, termsUrl }: ReferenceView): void {
    const labels = this.#labels;
    const links: [string, { name: string; url: string }][] = [
      [labels.apiLicense, license],
      [labels.apiContact, contact],
      [labels.apiTerms, { name: termsUrl, url: termsUrl }],
    ];
    if (`${title}${version}` === '' && links.every(([, { name }]) => name === '')) return;
    this.#block('p', 'limits about', () => {
      this.#page.writer.element('span', [], () =>
        this.#page.writer.element('strong', [], () => this.#text(title)),
      );
      if (version !== '') {
        this.#page.writer.text(' ');
        this.#page.writer.element('span', [], () => this.#text(fillLabel(labels.apiVersion, version)));
      }
      for (const [label, { name, url }] of links) {
        if (name === '') continue;
        this.#page.writer.text(' ');
        this.#page.writer.element('span', [], () => {
          this.#text(`${label}: `);
          this.#link(name, url);
        });
      }
    });
  }

  #link(text: string, url: string): void {
    if (url === '') this.#text(text);
    else {
      const start: StartTag = [{ kind: 'link', href: url }, ' rel="noopener"'];
      this.#page.writer.element('a', start, () => this.#text(text));
    }
  }

  #servers(servers: readonly ServerView[]): void {
    this.#heading('servers', this.#labels.apiServers);
    this.#block('ul', 'fields', () => {
      for (const { url, description, variables } of servers) {
        this.#block('li', '', () => {
          this.#block('p', 'field', () => this.#schemas.code(url));
          if (description.trim() !== '') writeText(this.#page, description, 0);
          for (const variable of variables) this.#variable(variable);
        });
      }
    });
  }

  #variable({ name, default: fallback, values, description }: ServerView['variables'][number]): void {
    const labels = this.#labels;
    this.#block('p', 'limits', () => {
      this.#page.writer.element('span', [], () => this.#schemas.code(`{${name}}`));
      for (const [label, shown] of [
        [labels.apiDefault, fallback === '' ? [] : [fallback]],
        [labels.apiValues, values],
      ] as const) {
        if (shown.length === 0) continue;
        this.#page.writer.text(' ');
        this.#page.writer.element('span', [], () => {
          this.#text(label);
          for (const value of shown) {
            this.#page.writer.text(' ');
            this.#schemas.code(value);
          }
        });
      }
      if (description !== '') this.#text(` ${description}`);
    });
  }

  #access(schemes: readonly AccessSchemeView[]): string {
    const anchor = this.#heading(ACCESS_ANCHOR, this.#labels.apiAuthentication);
    this.#block('ul', 'fields', () => {
      for (const scheme of schemes) this.#block('li', '', () => this.#scheme(scheme));
    });
    return anchor;
  }

  #scheme({ name, kind, detail, description, flows }: AccessSchemeView): void {
    const [before, after] = splitLabel(this.#labels[kind]);
    this.#block('p', 'field', () => {
      this.#schemas.code(name);
      this.#page.writer.text(' ');
      this.#page.writer.element('span', [], () => {
        this.#text(before);
        if (kind === 'openIdConnect') this.#link(detail, detail);
        else if (kind !== 'mutualTls') {
          const isNamed = kind.startsWith('apiKey') || kind === 'http';
          this.#schemas.code(isNamed ? detail : 'Authorization');
        }
        this.#text(after);
        if (kind === 'bearer' && detail !== '') this.#text(` (${detail})`);
      });
    });
    if (description.trim() !== '') writeText(this.#page, description, 0);
    for (const flow of flows) this.#flow(flow);
  }

  #flow({ kind, authorizationUrl, tokenUrl, scopes }: AccessSchemeView['flows'][number]): void {
    const labels = this.#labels;
    this.#block('p', 'limits', () => {
      this.#page.writer.element('span', [], () => this.#text(labels[kind]));
      for (const [label, url] of [
        [labels.apiAuthorizationUrl, authorizationUrl],
        [labels.apiTokenUrl, tokenUrl],
      ] as const) {
        if (url === '') continue;
        this.#page.writer.text(' ');
        this.#page.writer.element('span', [], () => {
          this.#text(`${label}: `);
          this.#link(url, url);
        });
      }
    });
    if (scopes.length === 0) return;
    this.#block('details', 'inside', () => {
      this.#block('summary', '', () => this.#text(`${labels.apiScopes}: ${labels[kind]}`));
      this.#block('ul', 'fields', () => {
        for (const scope of scopes) {
          this.#block('li', '', () => {
            this.#schemas.code(scope.name);
            this.#text(` ${scope.description}`);
          });
        }
      });
    });
  }

  #groupHeading({ kind, title, anchor, description }: OperationGroup, groups: number): void {
    const labels = this.#labels;
    const others = groups === 1 ? labels.apiOperations : labels.apiOtherOperations;
    const text = kind === 'tag' ? title : kind === 'webhooks' ? labels.apiWebhooks : others;
    this.#page.heading({ level: 2, anchor, title: text }, () => this.#text(text));
    this.#groupDescription({ description });
  }

  #groupDescription({ description }: Pick<OperationGroup, 'description'>): void {
    if (description.trim() !== '') writeText(this.#page, description, 0);
  }

  #definitions(definitions: readonly DefinitionView[]): void {
    this.#heading('schemas', this.#labels.apiSchemas);
    for (const { name, anchor, schema } of definitions) {
      this.#page.writer.element(
        'details',
        [` class="definition"${attribute('id', anchor)}`],
        () => {
          this.#block('summary', '', () => {
            this.#schemas.code(name);
            this.#page.writer.text(' ');
            this.#schemas.typeText(schema);
          });
          this.#schemas.schema(schema, name);
        },
        true,
      );
    }
  }
}
