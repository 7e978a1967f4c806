import { trimEndSlashes } from '#server/base/trim-slashes.ts';
import { limitText } from './limit-text.ts';
import { listOperationsIn, type SpecOperation } from './list-operations.ts';
import {
  listParameters,
  type ReadContext,
  readContents,
  readParameter,
  readParameters,
  sampleRequest,
} from './read-request.ts';
import type { AccessView, CallbackView, OperationView, ResponseView } from './reference-view.ts';
import { writeSamples } from './request-samples.ts';
import { entriesOf, isObject, listOf, memberOf, textIn, textOf } from './spec-source.ts';
import { toOperation } from './swagger.ts';

const MAX_RESPONSES = 40;
const MAX_HEADERS = 40;
const MAX_CALLBACKS = 20;
const MAX_TEXT_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 5000;

/** The facts about an operation that are shown even without details. */
export function readBrief(
  { method, path, isWebhook, operation, item }: SpecOperation,
  anchor: string,
): OperationView {
  const summary = textIn(operation, 'summary').replace(/\s+/g, ' ').trim();
  const fallback = isWebhook ? path : `${method.toUpperCase()} ${path}`;
  const description = textIn(operation, 'description');
  return {
    anchor,
    method,
    path: limitText(path, MAX_TEXT_LENGTH * 2),
    title: limitText(summary === '' ? fallback : summary, MAX_TEXT_LENGTH),
    description: limitText(
      description === '' ? textIn(item, 'description') : description,
      MAX_DESCRIPTION_LENGTH,
    ),
    isDeprecated: operation['deprecated'] === true,
    isWebhook,
    parameters: {},
    responses: [],
    samples: [],
    callbacks: [],
    isBrief: true,
  };
}

/** An operation with everything that the budget allows. `serverUrl`: of the specification. */
export function readOperation(
  context: ReadContext,
  found: SpecOperation,
  { anchor, serverUrl }: { anchor: string; serverUrl: string },
): OperationView {
  const { source, budget } = context;
  const { method, path, isWebhook, item } = found;
  const shared = listOf(item['parameters']);
  const operation = source.isSwagger ? toOperation(source, found.operation, shared) : found.operation;
  const parameters = listParameters(source, source.isSwagger ? [] : shared, operation['parameters']);
  const body = source.resolve(operation['requestBody']).value;
  const content = memberOf(body, 'content');
  const access = readAccess(operation['security'] ?? source.root['security']);
  // A webhook is sent by the API: its body is what the reader gets.
  const direction = isWebhook ? 'response' : 'request';
  const parameterViews = readParameters(context, parameters);
  const contents = readContents(context, content, direction);
  const ownServerUrl = firstServerUrl(operation['servers']) ?? firstServerUrl(item['servers']) ?? serverUrl;
  const brief = readBrief({ ...found, operation }, anchor);
  return {
    ...brief,
    description: budget.cut(brief.description, MAX_DESCRIPTION_LENGTH),
    ...(access && !isWebhook && { access }),
    parameters: parameterViews,
    ...(isObject(body) && {
      body: {
        description: budget.cut(textIn(body, 'description'), MAX_DESCRIPTION_LENGTH),
        isRequired: body['required'] === true,
        contents,
      },
    }),
    responses: readResponses(context, operation['responses'], isWebhook),
    samples: isWebhook
      ? []
      : writeSamples(
          sampleRequest(context, {
            method,
            path,
            serverUrl: ownServerUrl,
            parameters,
            content,
            contents,
            access,
          }),
        ).filter(({ text }) => budget.takeText(text)),
    callbacks: readCallbacks(context, operation['callbacks'], { anchor, serverUrl }),
    isBrief: false,
  };
}

/** Their addresses are expressions, such as `{$request.body#/url}`; none has a callback of its own. */
function readCallbacks(
  context: ReadContext,
  written: unknown,
  place: { anchor: string; serverUrl: string },
): CallbackView[] {
  const { source } = context;
  return entriesOf(written)
    .slice(0, MAX_CALLBACKS)
    .flatMap(([name, reference]) => {
      const items = source.resolve(reference).value;
      return listOperationsIn(source, items, { path: ['callbacks', name], isWebhook: true }).map(
        (callback) => {
          const { callbacks: _callbacks, ...operation } = callback.operation;
          const view = readOperation(context, { ...callback, operation }, place);
          return { name: limitText(name, MAX_TEXT_LENGTH), operation: view };
        },
      );
    })
    .slice(0, MAX_CALLBACKS);
}

function readAccess(written: unknown): AccessView[] | undefined {
  if (!Array.isArray(written)) return undefined;
  return written.slice(0, MAX_HEADERS).map((requirement) =>
    entriesOf(requirement).map(([name, scopes]) => ({
      name: limitText(name, MAX_TEXT_LENGTH),
      scopes: listOf(scopes)
        .slice(0, MAX_HEADERS)
        .map((scope) => limitText(textOf(scope), MAX_TEXT_LENGTH)),
    })),
  );
}

function readResponses(context: ReadContext, written: unknown, isWebhook: boolean): ResponseView[] {
  const { source, budget } = context;
  return entriesOf(written)
    .filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status))
    .slice(0, MAX_RESPONSES)
    .map(([status, reference]) => {
      const response = source.resolve(reference).value;
      const headers = entriesOf(memberOf(response, 'headers')).slice(0, MAX_HEADERS);
      return {
        status,
        description: budget.cut(textIn(response, 'description'), MAX_DESCRIPTION_LENGTH),
        headers: headers.map(([name, header]) => readParameter(context, name, header, 'response')),
        contents: readContents(context, memberOf(response, 'content'), isWebhook ? 'request' : 'response'),
      };
    });
}

/** The URL of the first server, with the defaults of its variables; undefined where there is none. */
export function firstServerUrl(servers: unknown): string | undefined {
  const [first] = listOf(servers);
  if (!isObject(first)) return undefined;
  const url = textIn(first, 'url').replaceAll(/\{([^{}]*)\}/g, (all, name: string) => {
    const fallback = textIn(memberOf(memberOf(first, 'variables'), name), 'default');
    return fallback === '' ? all : fallback;
  });
  return wholeUrl(url);
}

/** A server written as a path belongs to an unknown host, not to this page. */
function wholeUrl(url: string): string {
  const whole = /^https?:\/\//i.test(url) ? url : `https://api.example.com/${url.replace(/^[./]+/, '')}`;
  return trimEndSlashes(whole);
}
