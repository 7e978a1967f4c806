import { type LinkedPage, referenceLink, type ReferencePart } from '../pages/reference-part.ts';
import { readReference } from '../specifications/read-reference.ts';
import type {
  AccessSchemeView,
  ChoiceView,
  ContentView,
  DefinitionView,
  FieldView,
  OperationGroup,
  OperationView,
  ParameterView,
  ReferenceView,
  SchemaView,
  ServerView,
} from '../specifications/reference-view.ts';
import { fillLabel, type ReferenceLabels } from './reference-labels.ts';
import { describeType, innerSchema } from './type-text.ts';

interface MarkdownOptions {
  labels: ReferenceLabels;
  /** Whether definitions that operations share are shown too. */
  withDefinitions: boolean;
  /** Of several pages the one that is written. */
  part?: ReferencePart | undefined;
}

/** The Markdown of an API reference: the same as its HTML, with one sample of each request. */
export function renderReferenceMarkdown(
  documents: unknown,
  { labels, withDefinitions, part }: MarkdownOptions,
): string {
  return new MarkdownWriter(labels, part).write(readReference(documents, { withDefinitions, part }));
}

/** Parts of a reference by their keys, for texts that show them. Definitions have their names as titles. */
export function renderPartsMarkdown(
  documents: unknown,
  { labels, parts }: { labels: ReferenceLabels; parts: readonly ReferencePart[] },
): Record<string, string> {
  return Object.fromEntries(
    parts.map((part) => [
      part.key,
      renderReferenceMarkdown(documents, { labels, withDefinitions: true, part }),
    ]),
  );
}

class MarkdownWriter {
  readonly #labels: ReferenceLabels;

  readonly #part: ReferencePart | undefined;

  constructor(labels: ReferenceLabels, part?: ReferencePart) {
    this.#labels = labels;
    this.#part = part;
  }

  write(view: ReferenceView): string {
    const labels = this.#labels;
    const { title, version, description, license, contact, termsUrl, servers, schemes, groups, definitions } =
      view;
    const isAlone = groups.length === 1 && groups[0]?.kind !== 'webhooks' && groups[0]?.title === '';
    const links: [string, { name: string; url: string }][] = [
      [labels.apiLicense, license],
      [labels.apiContact, contact],
      [labels.apiTerms, { name: termsUrl, url: termsUrl }],
    ];
    return joinBlocks([
      plain([title, version].filter((part) => part !== '').join(' ')),
      ...links.map(([label, { name, url }]) => (name === '' ? '' : `${label}: ${linkOf(name, url)}`)),
      textBlock(description, 2),
      ...this.#section(
        labels.apiServers,
        servers.map((server) => this.#server(server)),
      ),
      ...this.#section(
        labels.apiAuthentication,
        schemes.map((scheme) => this.#scheme(scheme)),
      ),
      ...groups.flatMap((group) => this.#group(group, { isAlone, count: groups.length })),
      view.moreOperations > 0 ? fillLabel(labels.apiMoreOperations, String(view.moreOperations)) : '',
      ...(view.pages.length > 0 ? [view.pages.map((page) => this.#page(page)).join('\n')] : []),
      ...(definitions.length > 0 && !this.#part ? [`## ${labels.apiSchemas}`] : []),
      ...definitions.flatMap((definition) => this.#definition(definition)),
    ]);
  }

  /** A page with its operations. */
  #page({ key, title, operations }: LinkedPage): string {
    const links = key.startsWith('operation/')
      ? []
      : operations.map(({ anchor, title: name, method }) =>
          listItem(1, [`${code(method.toUpperCase())} ${linkOf(name, referenceLink(key, anchor))}`]),
        );
    return [listItem(0, [linkOf(title, referenceLink(key))]), ...links].join('\n');
  }

  #section(title: string, items: readonly string[]): string[] {
    return items.length === 0 ? [] : [`## ${title}`, items.join('\n')];
  }

  #server({ url, description, variables }: ServerView): string {
    const lines = variables.map(({ name, default: fallback, values, description: about }) =>
      listItem(1, [
        code(`{${name}}`),
        this.#facts([
          [this.#labels.apiDefault, [fallback]],
          [this.#labels.apiValues, values],
        ]),
        plain(about),
      ]),
    );
    return [listItem(0, [code(url), lineOf(description)]), ...lines].join('\n');
  }

  #scheme({ name, kind, detail, description, flows }: AccessSchemeView): string {
    const labels = this.#labels;
    const isNamed = kind.startsWith('apiKey') || kind === 'http' || kind === 'openIdConnect';
    const value = kind === 'openIdConnect' ? detail : code(isNamed ? detail : 'Authorization');
    const format = kind === 'bearer' && detail !== '' ? ` (${plain(detail)})` : '';
    const lines = flows.flatMap(({ kind: flow, authorizationUrl, tokenUrl, scopes }) => [
      listItem(1, [
        labels[flow],
        ...[
          [labels.apiAuthorizationUrl, authorizationUrl],
          [labels.apiTokenUrl, tokenUrl],
        ].map(([label = '', url = '']) => (url === '' ? '' : `${label}: ${url}`)),
      ]),
      ...scopes.map((scope) => listItem(2, [code(scope.name), plain(scope.description)])),
    ]);
    return [
      listItem(0, [code(name), fillLabel(labels[kind], value) + format, lineOf(description)]),
      ...lines,
    ].join('\n');
  }

  #group(
    { kind, title, description, operations }: OperationGroup,
    { isAlone, count }: { isAlone: boolean; count: number },
  ): string[] {
    const labels = this.#labels;
    const others = count === 1 ? labels.apiOperations : labels.apiOtherOperations;
    const name = kind === 'tag' ? title : kind === 'webhooks' ? labels.apiWebhooks : others;
    const blocks = operations.flatMap((operation) =>
      this.#operation(operation, isAlone || this.#part ? '##' : '###'),
    );
    if (this.#part) return [textBlock(description), ...blocks];
    return isAlone ? blocks : [`## ${plain(name)}`, textBlock(description), ...blocks];
  }

  #operation(operation: OperationView, heading: string): string[] {
    const labels = this.#labels;
    const { title, method, path, isDeprecated, description, access, parameters, body, responses, samples } =
      operation;
    const schemes = access?.map((one) =>
      one.length === 0
        ? labels.apiNoAccess
        : one.map(({ name, scopes }) => [plain(name), ...scopes.map(code)].join(' ')).join(' + '),
    );
    const [sample] = samples;
    return [
      `${heading} ${plain(title)}`,
      code(`${method.toUpperCase()} ${path}`),
      isDeprecated ? `> [!WARNING]\n> ${labels.apiDeprecatedOperation}` : '',
      textBlock(description),
      operation.isBrief ? labels.apiBrief : '',
      schemes
        ? `${labels.apiAuthentication}: ${schemes.join(` ${labels.apiOr} `) || labels.apiNoAccess}`
        : '',
      ...this.#parameters(labels.apiPathParameters, parameters.path),
      ...this.#parameters(labels.apiQueryParameters, parameters.query),
      ...this.#parameters(labels.apiHeaders, parameters.header),
      ...this.#parameters(labels.apiCookies, parameters.cookie),
      ...(body
        ? [
            `**${operation.isWebhook ? labels.apiPayload : labels.apiBody}**${body.isRequired ? ` (${labels.apiRequired})` : ''}`,
            textBlock(body.description),
            ...body.contents.flatMap((content) => this.#content(content)),
          ]
        : []),
      sample ? fence(sample.text, sample.language) : '',
      ...(responses.length > 0 ? [`**${labels.apiResponses}**`] : []),
      ...responses.flatMap(({ status, description: about, headers, contents }) => [
        `${code(status)} ${lineOf(about)}`,
        ...this.#parameters(labels.apiHeaders, headers),
        ...contents.flatMap((content) => this.#content(content)),
      ]),
      ...(operation.callbacks.length > 0 ? [`**${labels.apiCallbacks}**`] : []),
      ...operation.callbacks.flatMap(({ name, operation: callback }) => [
        `${code(name)} ${code(`${callback.method.toUpperCase()} ${callback.path}`)}`,
        callback.title === callback.path ? '' : plain(callback.title),
        textBlock(callback.description),
        ...(callback.body?.contents.flatMap((content) => this.#content(content)) ?? []),
      ]),
    ];
  }

  #parameters(title: string, parameters: readonly ParameterView[] = []): string[] {
    if (parameters.length === 0) return [];
    const fields = parameters.map((parameter) => ({
      ...parameter,
      schema: {
        ...parameter.schema,
        description: parameter.description,
        isDeprecated: parameter.isDeprecated,
      },
    }));
    return [`**${title}**`, this.#fields(fields, 0, 0).join('\n')];
  }

  #content({ types, schema, examples }: ContentView): string[] {
    const type = schema ? ` ${plain(describeType(schema, this.#labels))}` : '';
    return [
      types.map(code).join(' ') + type,
      ...(schema ? this.#schemaBlocks(schema) : []),
      ...examples.flatMap(({ title, text, language }) => [
        title === '' ? '' : `${this.#labels.apiExample}: ${plain(title)}`,
        fence(text, language),
      ]),
    ];
  }

  #definition({ name, schema }: DefinitionView): string[] {
    return [`### ${plain(name)}`, plain(describeType(schema, this.#labels)), ...this.#schemaBlocks(schema)];
  }

  #schemaBlocks(schema: SchemaView): string[] {
    const facts = this.#schemaFacts(schema);
    return [textBlock(schema.description), facts, this.#inside(schema, 0).join('\n')];
  }

  #schemaFacts({ limits, default: fallback, example, values, moreValues }: SchemaView): string {
    const labels = this.#labels;
    const more = moreValues > 0 ? ` ${fillLabel(labels.apiMore, String(moreValues))}` : '';
    return (
      this.#facts([
        ...limits.map(({ kind, value }): [string, string[]] => [labels[kind], value === '' ? [] : [value]]),
        [labels.apiDefault, fallback === undefined ? [''] : [fallback]],
        [labels.apiExample, example === undefined ? [''] : [example]],
        [labels.apiValues, values.length === 0 ? [''] : values],
      ]) + more
    );
  }

  /** Names with their values; those with an empty value are left out. */
  #facts(facts: readonly (readonly [string, readonly string[]])[]): string {
    return facts
      .filter(([, values]) => values.length !== 1 || values[0] !== '')
      .map(([label, values]) => [label, ...values.map(code)].join(' '))
      .join(', ');
  }

  #inside(schema: SchemaView, depth: number): string[] {
    const inner = innerSchema(schema);
    if (inner !== schema && inner.fields.length === 0) {
      const facts = this.#schemaFacts(inner);
      if (facts !== '') return [listItem(depth, [`${this.#labels.apiItem}: ${facts}`])];
    }
    const { fields, moreFields, item, tuple, choices } = inner;
    const others = item && fields.length > 0 ? [{ name: '*', isRequired: false, schema: item }] : [];
    const items = tuple.map((one, index) => ({ name: `[${index}]`, isRequired: false, schema: one }));
    return [
      ...this.#fields([...fields, ...others, ...items], moreFields, depth),
      ...choices.flatMap((choice) => this.#choice(choice, depth)),
    ];
  }

  #fields(fields: readonly FieldView[], more: number, depth: number): string[] {
    const labels = this.#labels;
    const lines = fields.flatMap(({ name, isRequired, schema }) => {
      const notes = [
        describeType(schema, labels),
        isRequired ? labels.apiRequired : '',
        schema.isDeprecated ? labels.apiDeprecated : '',
        schema.isReadOnly ? labels.apiReadOnly : '',
        schema.isWriteOnly ? labels.apiWriteOnly : '',
      ].filter((note) => note !== '');
      const first = `${code(name)} (${plain(notes.join(', '))})`;
      return [
        listItem(depth, [first, lineOf(schema.description), this.#schemaFacts(schema)]),
        ...this.#inside(schema, depth + 1),
      ];
    });
    return more > 0 ? [...lines, listItem(depth, [fillLabel(labels.apiMore, String(more))])] : lines;
  }

  #choice({ kind, options, moreOptions, field }: ChoiceView, depth: number): string[] {
    const labels = this.#labels;
    const title = { oneOf: labels.apiOneOf, anyOf: labels.apiAnyOf, not: labels.apiNot }[kind];
    const discriminatorText = field === undefined ? '' : fillLabel(labels.apiDiscriminator, code(field));
    return [
      listItem(depth, [`${title} ${discriminatorText}`]),
      ...options.flatMap(({ title: name, value, schema }) => [
        listItem(depth + 1, [
          [
            plain(name === '' ? describeType(schema, labels) : name),
            value === undefined ? '' : code(value),
          ].join(' '),
          lineOf(schema.description),
          this.#schemaFacts(schema),
        ]),
        ...this.#inside(schema, depth + 2),
      ]),
      ...(moreOptions > 0 ? [listItem(depth + 1, [fillLabel(labels.apiMore, String(moreOptions))])] : []),
    ];
  }
}

function joinBlocks(blocks: readonly string[]): string {
  const texts = blocks.map((block) => block.trimEnd()).filter((block) => block.trim() !== '');
  return texts.length === 0 ? '' : `${texts.join('\n\n')}\n`;
}

/** Parts of one item of a list, as sentences after each other. */
function listItem(depth: number, parts: readonly string[]): string {
  const text = parts.map((part) => part.trim()).filter((part) => part !== '');
  return `${'  '.repeat(depth)}- ${text.join('. ')}`;
}

/** A plain text that Markdown reads literally, on one line. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#~$]/g, (sign) => `\\${sign}`);
}

/** Code on one line. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  const ticks = '`'.repeat(longestRun(line, '`') + 1);
  return ticks.length === 1 ? `\`${line}\`` : `${ticks} ${line} ${ticks}`;
}

function longestRun(text: string, sign: string): number {
  return Math.max(0, ...[...text.matchAll(new RegExp(`${sign}+`, 'g'))].map(([run]) => run.length));
}

function fence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function linkOf(name: string, url: string): string {
  return url === ''
    ? plain(name)
    : `[${plain(name)}](<${url.replace(/[<>\s]/g, (sign) => encodeURIComponent(sign))}>)`;
}

/** Markdown on one line, for an item of a list or beside a status. */
function lineOf(markdown: string): string {
  return textBlock(markdown)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^[-*+>]\s+/, '');
}

/**
 * A text by people, kept as a separate block: an open block of code or comment is closed, and headings are
 * below those of the page (`level`: of the highest ones; without it they are bold).
 */
function textBlock(markdown: string, level?: number): string {
  let open = '';
  const lines = markdown
    .replaceAll('<!--', '&lt;!--')
    .split('\n')
    .map((line) => {
      const [, marker = '', rest = ''] = /^\s{0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
      if (open !== '') {
        if (marker.startsWith(open) && rest.trim() === '') open = '';
        return line;
      }
      if (marker !== '') {
        open = marker;
        return line;
      }
      const [, signs = '', title = ''] = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
      if (signs === '') return line;
      return level === undefined
        ? `**${title}**`
        : `${'#'.repeat(Math.min(6, signs.length + level - 1))} ${title}`;
    });
  return [...lines, open].join('\n').trim();
}
