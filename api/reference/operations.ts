import { listParameters, nameOf, type Contract, type Operation, type Schema } from '../contract.ts';
import { toExample } from './examples.ts';
import { fieldList, modelFields, toType } from './fields.ts';
import { codeBlock, html, renderMarkdown, type Markup, type Renderable } from './markup.ts';

/** An operation with its method and path. */
export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

const EVENT_STREAM = 'text/event-stream';

const parameterGroups = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const;

function bodySchema(operation: Operation): Schema | undefined {
  return operation.requestBody?.content['application/json']?.schema;
}

function parameterLists(contract: Contract, operation: Operation): Renderable {
  const parameters = listParameters(contract, operation);
  return parameterGroups.map(([group, title]) => {
    const fields = parameters.filter((parameter) => parameter.in === group);
    if (fields.length === 0) return false;
    return html`<h4>${title}</h4>
      ${fieldList(
        contract,
        fields.map(({ name, schema, required, description }) => ({
          name,
          schema,
          required: required ?? false,
          description: description ?? '',
        })),
      )}`;
  });
}

function requestBody(contract: Contract, operation: Operation): Renderable {
  const reference = bodySchema(operation)?.$ref;
  if (reference === undefined) return false;
  const model = contract.components.schemas[nameOf(reference)];
  return html`<h4>Body</h4>
    ${fieldList(contract, modelFields(model ?? {}))}`;
}

function responseSection(contract: Contract, operation: Operation): Markup {
  const all = Object.entries(operation.responses);
  const failures = all.filter(([code]) => code.startsWith('4'));
  return html`<h4>Response</h4>
    ${all
      .filter(([code]) => code.startsWith('2'))
      .map(([code, { content }]) => {
        const schema = content?.['application/json']?.schema;
        const events = content?.[EVENT_STREAM]?.schema;
        return html`<p>
          <span class="status">${code}</span> ${schema ? toType(contract, schema) : !events && 'no body'}
          ${events && html`<code>${EVENT_STREAM}</code> of ${toType(contract, events)}`}
        </p>`;
      })}
    <p class="failures">Errors: ${failures.map(([code]) => html`<a href="#errors">${code}</a> `)}</p>`;
}

function isEventStream({ responses }: Operation): boolean {
  return responses['200']?.content?.[EVENT_STREAM] !== undefined;
}

function requestExample(contract: Contract, { method, path, operation }: Call): Markup {
  const schema = bodySchema(operation);
  const required = listParameters(contract, operation).filter(
    (found) => found.in === 'query' && found.required,
  );
  const query = required.map(({ name }) => `${name}={${name}}`).join('&');
  const lines = [
    method === 'GET' ? (isEventStream(operation) ? 'curl -N' : 'curl') : `curl -X ${method}`,
    `  "$SERVER${path}${query === '' ? '' : `?${query}`}"`,
    '  -H "Authorization: Bearer $TOKEN"',
  ];
  if (schema) {
    const body = JSON.stringify(toExample(contract, schema), null, 2).replaceAll('\n', '\n  ');
    lines.push('  -H "Content-Type: application/json"', `  -d '${body}'`);
  }
  return html`<figure>
    <figcaption>Request</figcaption>
    ${codeBlock('Example request', lines.join(' \\\n'))}
  </figure>`;
}

function responseExample(contract: Contract, operation: Operation): Renderable {
  const [code, response] =
    Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = response?.content?.['application/json']?.schema;
  const events = response?.content?.[EVENT_STREAM]?.schema;
  if (!schema && !events) return false;
  const body = schema
    ? JSON.stringify(toExample(contract, schema), null, 2)
    : eventsExample(toExample(contract, events ?? {}));
  return html`<details>
    <summary>Response ${code}</summary>
    ${codeBlock('Example response', body)}
  </details>`;
}

/** As they are sent: each event has a name and one line of data. */
function eventsExample(example: unknown): string {
  return Object.entries(Object(example))
    .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n`)
    .join('\n');
}

/** A path that can wrap after each slash. */
export function breakablePath(path: string): Renderable {
  return path.split('/').map((segment, index) => [index > 0 && html`/<wbr />`, segment]);
}

/** The HTTP method, colored by its kind. */
export function methodBadge(method: string): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** Everything about one operation. */
export function operationSection(contract: Contract, call: Call): Markup {
  const { method, path, operation } = call;
  const isExtension = operation.tags.includes('extensions');
  return html`<article class="operation" id="${operation.operationId}">
    <h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
    <p class="call">${methodBadge(method)} <code>${breakablePath(path)}</code></p>
    <p class="id">
      <code>${operation.operationId}</code
      >${isExtension && html` <a class="extension" href="#extensions">extension</a>`}
    </p>
    <div class="columns">
      <div>
        ${renderMarkdown(operation.description)} ${parameterLists(contract, operation)}
        ${requestBody(contract, operation)} ${responseSection(contract, operation)}
      </div>
      <div class="examples">${requestExample(contract, call)} ${responseExample(contract, operation)}</div>
    </div>
  </article> `;
}
