import { listOperations, type Contract, type Schema } from '../contract.ts';
import { toExample } from './examples.ts';
import { fieldList, isModel, modelFields, toType } from './fields.ts';
import { codeBlock, html, renderMarkdown, toTitle, type Markup } from './markup.ts';
import { breakablePath, methodBadge, operationSection, type Call } from './operations.ts';

/** A tag with its operations; the first tag of an operation decides where it is described in full. */
interface Chapter {
  tag: string;
  description: string;
  operations: Call[];
  otherOperations: Call[];
}

function toChapters(contract: Contract): Chapter[] {
  const calls = listOperations(contract);
  return contract.tags.map(({ name, description }) => {
    const tagged = calls.filter(({ operation }) => operation.tags.includes(name));
    const isOwn = ({ operation }: Call) => operation.tags.find((tag) => tag !== 'extensions') === name;
    const isOnlyExtension = ({ operation }: Call) => operation.tags.length === 1 && name === 'extensions';
    const ownCalls = tagged.filter((call) => isOwn(call) || isOnlyExtension(call));
    return {
      tag: name,
      description,
      operations: ownCalls,
      otherOperations: tagged.filter((call) => !ownCalls.includes(call)),
    };
  });
}

function modelsOf(contract: Contract): [string, Schema][] {
  return Object.entries(contract.components.schemas)
    .filter(([, schema]) => isModel(schema))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function tableOfContents(chapters: Chapter[], models: [string, Schema][]): Markup {
  return html`<nav id="contents" aria-label="Contents">
    <p class="home"><a href="#top">Introduction</a></p>
    <p class="home"><a href="#errors">Errors</a></p>
    ${chapters.map(
      ({ tag, operations, otherOperations }) =>
        html`<details>
          <summary>${toTitle(tag)}</summary>
          <ul>
            <li><a href="#${tag}">Overview</a></li>
            ${[...operations, ...otherOperations].map(
              ({ method, operation }) =>
                html`<li>
                  <a href="#${operation.operationId}">${methodBadge(method)} ${operation.summary}</a>
                </li> `,
            )}
          </ul>
        </details> `,
    )}
    <details>
      <summary>Models</summary>
      <ul>
        ${models.map(([name]) => html`<li><a href="#model-${name}">${name}</a></li> `)}
      </ul>
    </details>
  </nav>`;
}

function overview(calls: Call[]): Markup {
  return html`<ul class="overview">
    ${calls.map(
      ({ method, path, operation }) =>
        html`<li>
          <a href="#${operation.operationId}">${operation.summary}</a>
          <span class="call">${methodBadge(method)} <code>${breakablePath(path)}</code></span>
        </li> `,
    )}
  </ul>`;
}

function chapterSection(
  contract: Contract,
  { tag, description, operations, otherOperations }: Chapter,
): Markup {
  return html`<section id="${tag}" aria-labelledby="${tag}-title">
    <h2 id="${tag}-title">${toTitle(tag)}</h2>
    ${renderMarkdown(description)} ${overview([...operations, ...otherOperations])}
    ${operations.map((call) => operationSection(contract, call))}
  </section> `;
}

function errorsSection(contract: Contract): Markup {
  const described = new Map(
    listOperations(contract)
      .flatMap(({ operation }) => Object.entries(operation.responses))
      .filter(([code]) => !code.startsWith('2'))
      .map(([code, { description }]) => [code, description]),
  );
  const error = contract.components.schemas.ErrorBody ?? {};
  return html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <div class="columns">
      <dl>
        ${[...described].toSorted().map(
          ([code, description]) =>
            html`<dt>${code === 'default' ? 'Other' : code}</dt>
              <dd>${renderMarkdown(description)}</dd> `,
        )}
      </dl>
      <div class="examples">
        <figure>
          <figcaption>Response</figcaption>
          ${codeBlock('Example error', JSON.stringify(toExample(contract, error), null, 2))}
        </figure>
      </div>
    </div>
  </section> `;
}

function modelArticle(contract: Contract, [name, schema]: [string, Schema]): Markup {
  const fields = modelFields(schema);
  const example = JSON.stringify(toExample(contract, { $ref: `#/components/schemas/${name}` }), null, 2);
  return html`<article class="model" id="model-${name}">
    <h3><a href="#model-${name}">${name}</a></h3>
    <div class="columns">
      <div>
        ${renderMarkdown(schema.description ?? '')}
        ${fields.length > 0 ? fieldList(contract, fields) : html`<p class="type">${toType(contract, schema)}</p>`}
      </div>
      <div class="examples">
        ${
          fields.length > 0 &&
          html`<details open>
            <summary>Example</summary>
            ${codeBlock(`Example of ${name}`, example)}
          </details>`
        }
      </div>
    </div>
  </article> `;
}

/** The whole reference as one HTML page that needs no script. */
export function referencePage(contract: Contract): string {
  const chapters = toChapters(contract);
  const models = modelsOf(contract);
  const { title, version, summary, description } = contract.info;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${summary}" />
        <title>${title} reference</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/api-reference/reference.css" />
      </head>
      <body id="top">
        <a class="skip" href="#reference">Skip to content</a>
        <header>
          <p class="product"><a href="/">${title}</a> <span>version ${version}</span></p>
          <p><a class="back" href="#contents">Contents</a> <a href="/openapi.yaml">openapi.yaml</a></p>
        </header>
        <div class="layout">
          ${tableOfContents(chapters, models)}
          <main id="reference" tabindex="-1">
            <section aria-labelledby="title">
              <h1 id="title">${title} reference</h1>
              <p class="lead">${summary}</p>
              ${renderMarkdown(description)}
            </section>
            ${errorsSection(contract)} ${chapters.map((chapter) => chapterSection(contract, chapter))}
            <section id="models" aria-labelledby="models-title">
              <h2 id="models-title">Models</h2>
              <p>Schemas of request and response bodies, in alphabetical order.</p>
              ${models.map((model) => modelArticle(contract, model))}
            </section>
          </main>
        </div>
      </body>
    </html> `.text;
}
