import { escapeHtml } from '../html/escape.ts';
import { attribute, type HtmlWriter, type StartTag } from '../html/html-writer.ts';
import type { PageWriter } from '../html/page-writer.ts';
import { writeText } from '../html/render-text.ts';
import type {
  ChoiceView,
  FieldView,
  OptionView,
  ParameterView,
  SchemaView,
} from '../specifications/reference-view.ts';
import { fillLabel, type ReferenceLabels, splitLabel } from './reference-labels.ts';
import { describeType, hasDetails, hasInside, hrefOfType, innerSchema } from './type-text.ts';

/** Writes schemas and parameters as lists of fields; what is inside of one is closed at first. */
export class SchemaWriter {
  readonly #page: PageWriter;
  readonly #writer: HtmlWriter;
  readonly #labels: ReferenceLabels;

  constructor(page: PageWriter, labels: ReferenceLabels) {
    this.#page = page;
    this.#writer = page.writer;
    this.#labels = labels;
  }

  /** Parameters, or headers of a response. */
  parameters(parameters: readonly ParameterView[]): void {
    this.#fields(
      parameters.map((parameter) => ({
        ...parameter,
        schema: {
          ...parameter.schema,
          description: parameter.description,
          isDeprecated: parameter.isDeprecated,
        },
      })),
      0,
    );
  }

  /** A schema with its content: of a body, or a definition. `name` is its title. */
  schema(schema: SchemaView, name: string): void {
    this.#description(schema.description);
    this.#limits(schema);
    this.#inside(schema, { name, isOpen: true });
  }

  /** The type of a schema, as a link to its definition if that is shown. */
  type(schema: SchemaView): void {
    const href = hrefOfType(schema);
    if (href === undefined) this.typeText(schema);
    else {
      const text = escapeHtml(describeType(schema, this.#labels));
      this.#writer.element('a', [' class="type"', ...hrefParts(href)], () => this.#writer.text(text));
    }
  }

  /** The same without a link. */
  typeText(schema: SchemaView): void {
    this.#inline('span', 'type', escapeHtml(describeType(schema, this.#labels)));
  }

  /** A short note beside a name. */
  flag(text: string, tone = ''): void {
    this.#writer.text(' ');
    this.#inline('span', tone === '' ? 'flag' : `flag ${tone}`, escapeHtml(text));
  }

  code(text: string): void {
    this.#writer.element('code', [' dir="ltr"'], () => this.#writer.text(escapeHtml(text)));
  }

  #inline(name: string, className: string, html: string): void {
    this.#writer.element(name, [attribute('class', className)], () => this.#writer.text(html));
  }

  #block(name: string, className: string, content: () => void): void {
    this.#writer.element(name, className === '' ? [] : [attribute('class', className)], content, true);
  }

  #fields(fields: readonly FieldView[], more: number): void {
    if (fields.length === 0 && more === 0) return;
    this.#block('ul', 'fields', () => {
      for (const field of fields) this.#block('li', '', () => this.#field(field));
      if (more > 0) {
        this.#block('li', '', () =>
          this.#writer.text(escapeHtml(fillLabel(this.#labels.apiMore, String(more)))),
        );
      }
    });
  }

  #field({ name, isRequired, schema }: FieldView): void {
    this.#block('p', 'field', () => {
      this.code(name);
      this.#writer.text(' ');
      this.type(schema);
      this.#flags(schema, isRequired);
    });
    this.#description(schema.description);
    this.#limits(schema);
    this.#inside(schema, { name, isOpen: false });
  }

  #flags({ isDeprecated, isReadOnly, isWriteOnly }: SchemaView, isRequired: boolean): void {
    const { apiRequired, apiDeprecated, apiReadOnly, apiWriteOnly } = this.#labels;
    if (isRequired) this.flag(apiRequired, 'danger');
    if (isDeprecated) this.flag(apiDeprecated, 'warning');
    if (isReadOnly) this.flag(apiReadOnly);
    if (isWriteOnly) this.flag(apiWriteOnly);
  }

  #description(markdown: string): void {
    if (markdown.trim() !== '') writeText(this.#page, markdown, 0);
  }

  /** Limits, values, default and example, each with its name. */
  #limits(schema: SchemaView): void {
    const labels = this.#labels;
    const facts: [string, string[]][] = [
      ...schema.limits.map(({ kind, value }): [string, string[]] => [
        labels[kind],
        value === '' ? [] : [value],
      ]),
      ...(schema.default === undefined
        ? []
        : [[labels.apiDefault, [schema.default]] satisfies [string, string[]]]),
      ...(schema.example === undefined
        ? []
        : [[labels.apiExample, [schema.example]] satisfies [string, string[]]]),
    ];
    if (facts.length > 0) {
      this.#block('p', 'limits', () => {
        for (const [label, values] of facts) this.#fact(label, values);
      });
    }
    if (schema.values.length > 0) {
      this.#block('p', 'limits', () => {
        this.#fact(labels.apiValues, schema.values);
        if (schema.moreValues > 0) {
          this.#writer.text(` ${escapeHtml(fillLabel(labels.apiMore, String(schema.moreValues)))}`);
        }
      });
    }
  }

  #fact(label: string, values: readonly string[]): void {
    this.#writer.element('span', [], () => {
      this.#writer.text(escapeHtml(label));
      for (const value of values) {
        this.#writer.text(' ');
        this.code(value);
      }
    });
    this.#writer.text(' ');
  }

  /** The content of a schema: fields, items, choices. */
  #inside(schema: SchemaView, { name, isOpen }: { name: string; isOpen: boolean }): void {
    const inner = innerSchema(schema);
    if (inner !== schema && !hasInside(inner)) {
      // A definition is described where it is shown.
      if (hasDetails(inner) && inner.href === undefined) this.#item(inner);
      return;
    }
    if (!hasInside(inner)) return;
    if (isOpen) this.#content(inner, name);
    else this.#details(fillLabel(this.#labels.apiFieldsOf, name), () => this.#content(inner, name));
  }

  #item(item: SchemaView): void {
    this.#block('div', 'item', () => {
      this.#block('p', 'limits', () => this.#writer.text(escapeHtml(this.#labels.apiItem)));
      this.#description(item.description);
      this.#limits(item);
    });
  }

  #content(schema: SchemaView, name: string): void {
    this.#fields(schema.fields, schema.moreFields);
    const { item, tuple } = schema;
    // An object with named fields and others of any name.
    if (item && schema.fields.length > 0) this.#fields([{ name: '*', isRequired: false, schema: item }], 0);
    this.#fields(
      tuple.map((one, index) => ({ name: `[${index}]`, isRequired: false, schema: one })),
      0,
    );
    for (const choice of schema.choices) this.#choice(choice, name);
  }

  #choice({ kind, options, moreOptions, field }: ChoiceView, name: string): void {
    const labels = this.#labels;
    const title = { oneOf: labels.apiOneOf, anyOf: labels.apiAnyOf, not: labels.apiNot }[kind];
    this.#block('div', 'choice', () => {
      this.#block('p', 'limits', () => {
        this.#writer.text(`${escapeHtml(title)} `);
        if (field !== undefined) {
          const [before, after] = splitLabel(labels.apiDiscriminator);
          this.#writer.text(escapeHtml(before));
          this.code(field);
          this.#writer.text(escapeHtml(after));
        }
      });
      options.forEach((option, index) => this.#option(option, { index, name }));
      if (moreOptions > 0) {
        this.#block('p', 'limits', () =>
          this.#writer.text(escapeHtml(fillLabel(labels.apiMore, String(moreOptions)))),
        );
      }
    });
  }

  #option({ title, value, schema }: OptionView, { index, name }: { index: number; name: string }): void {
    const typed = describeType(schema, this.#labels);
    const isTyped = schema.type.kind !== 'name' || !['', 'object'].includes(schema.type.name);
    const called =
      title !== '' ? title : isTyped ? typed : fillLabel(this.#labels.apiOption, String(index + 1));
    const line = () => {
      this.#writer.text(escapeHtml(called));
      if (value !== undefined) {
        this.#writer.text(' ');
        this.code(value);
      }
    };
    if (!hasDetails(schema)) {
      this.#block('p', 'option', () => {
        if (schema.href === undefined) line();
        else this.type(schema);
      });
      return;
    }
    this.#details(line, () => this.schema(schema, title === '' ? name : title));
  }

  /** Something that is closed at first. */
  #details(summary: string | (() => void), content: () => void): void {
    this.#block('details', 'inside', () => {
      this.#block('summary', '', () => {
        if (typeof summary === 'string') this.#writer.text(escapeHtml(summary));
        else summary();
      });
      content();
    });
  }
}

/** The attribute for an address on this page, or on another one of the reference. */
export function hrefParts(href: string): StartTag {
  return href.startsWith('#') ? [attribute('href', href)] : [{ kind: 'link', href }];
}
