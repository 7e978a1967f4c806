/**
 * A server of the documented API that is made from its public definition: it refuses requests that the definition does
 * not allow, checks its own answers, allows other origins, limits the rate, keeps its state, and has no extension of ours.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answer } from './answers.ts';
import {
  type Definition,
  type DefinitionVersion,
  loadDefinition,
  type OperationMatch,
} from './definition.ts';
import { createExamples } from './examples.ts';
import { objectOf } from './json.ts';
import { seed } from './seed.ts';
import { organizationId } from './state.ts';
import { base, type Variant } from './variants.ts';

export interface ForeignServer {
  version: DefinitionVersion;
  url: string;
  token: string;
  organizationId: string;
  /** Requests that the definition refuses: the request line and why. */
  refused: string[];
  /** Answers of the stand-in that its definition refuses; a mistake of the stand-in. */
  invalidAnswers: string[];
  /** Request lines since the last reset, in order. */
  requests: string[];
  /** Methods and paths of requests for which its definition has no operation, since it started. */
  missing: string[];
  /** Requests without an answer yet. */
  pending: number;
  /** Requests whose answers it holds back, where a variant does. */
  readonly held: number;
  /** Answers the requests that it holds back. */
  release: () => void;
  variant: Variant;
  /** Everything that it stores, to compare. */
  snapshot: () => string;
  /** Adds a member. */
  addMember: (role: string | null, displayName: string) => { id: string; email: string };
  /** Back to the first state. */
  reset: () => void;
  close: () => Promise<void>;
}

const token = 'token-of-ada';

/** The header of requests that prepare a test. */
export const preparationHeader = 'x-preparation';

/** Requests per second; more are answered with 429. */
const maxRate = 120;

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-expose-headers': 'Retry-After',
};

interface Sent {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const errorAnswer = (status: number, message: string, headers = {}): Sent => ({
  status,
  body: { error: { code: status, message } },
  headers,
});

/** Starts the stand-in on a free port of this machine. */
export async function startForeignServer(version: DefinitionVersion): Promise<ForeignServer> {
  const definition = loadDefinition(version);
  const examples = createExamples(definition);
  let state = seed(definition);
  let recent: number[] = [];

  const heldReleases = new Set<() => void>();
  /** Waits for `release`, or until the browser no longer wants an answer. */
  const hold = (response: ServerResponse) =>
    new Promise<void>((resolve) => {
      const release = () => {
        heldReleases.delete(release);
        resolve();
      };
      heldReleases.add(release);
      response.once('close', release);
    });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<Sent> => {
    const { variant } = standIn;
    const url = new URL(request.url ?? '/', 'http://localhost');
    const line = `${request.method} ${url.pathname}${url.search}`;
    if (request.method === 'OPTIONS') return { status: 204 };
    if (variant.servesDefinition && url.pathname === '/openapi.json')
      return { status: 200, body: definition.document };
    standIn.requests.push(line);
    if (variant.delay > 0) await wait(variant.delay);
    if (variant.isHeld) await hold(response);
    const now = Date.now();
    recent = [...recent.filter((time) => time > now - 1000), now];
    if (recent.length > maxRate) return errorAnswer(429, 'Too many requests', { 'retry-after': '1' });
    const failure = variant.failure(standIn.requests.length);
    if (failure !== undefined)
      return errorAnswer(failure, 'Not now', failure === 429 ? { 'retry-after': '1' } : {});
    if (request.headers.authorization !== `Bearer ${token}`) return errorAnswer(401, 'Unauthorized');
    const path = state.pathOf(url.pathname.replace(/^\/v1/, '').replace(/\/$/, '') || '/');
    const match = url.pathname.startsWith('/v1')
      ? definition.match(request.method ?? 'GET', path)
      : undefined;
    // Requests that prepare a test are neither checked nor counted, and need not exist here.
    const isPreparation = request.headers[preparationHeader] !== undefined;
    // The stand-in stores no text, and servers of every version answer an edit with something else.
    const isEdit = request.method === 'POST' && path.endsWith('/content');
    if (isPreparation && (!match || isEdit)) return { status: 200, body: { pages: [] } };
    if (!match) {
      standIn.missing.push(`${request.method} ${url.pathname}`);
      return errorAnswer(404, 'Not found');
    }
    const body = await readBody(request);
    const problems = isPreparation ? [] : problemsOf(definition, match, url.searchParams, body);
    if (problems.length > 0) {
      standIn.refused.push(`${line}: ${problems.join('; ')} ${JSON.stringify(body)}`);
      return errorAnswer(400, problems.join('; '));
    }
    const call = { ...match, path, query: url.searchParams, body: objectOf(body), state, examples };
    const answered = answer(definition, call);
    if (isPreparation && answered.status === 404) return { status: 200, body: {} };
    return shape(definition, match, answered, line);
  };

  const shape = (
    definition: Definition,
    { operation }: OperationMatch,
    answered: Sent,
    line: string,
  ): Sent => {
    if (answered.status >= 300 || !operation.responseSchema) return answered;
    const problems = definition.responseValidator(operation.responseSchema)(answered.body);
    if (problems.length > 0) standIn.invalidAnswers.push(`${line}: ${problems.join('; ')}`);
    const schema = operation.responseSchema;
    return { ...answered, body: standIn.variant.shape(answered.body, { definition, schema, operation }) };
  };

  const server = createServer((request, response) => {
    standIn.pending += 1;
    void handle(request, response)
      .catch((error: unknown) => {
        // The browser may have lost interest.
        if (!request.destroyed) standIn.invalidAnswers.push(`${request.url}: ${String(error)}`);
        return errorAnswer(500, String(error));
      })
      .then((sent) => {
        standIn.pending -= 1;
        send(response, sent, standIn.variant);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: ForeignServer = {
    version,
    url: `http://127.0.0.1:${port}`,
    token,
    organizationId,
    refused: [],
    invalidAnswers: [],
    requests: [],
    missing: [],
    pending: 0,
    get held() {
      return heldReleases.size;
    },
    release() {
      for (const each of heldReleases) each();
    },
    variant: base,
    snapshot: () => JSON.stringify([[...state.lists], [...state.singles]]),
    addMember(role, displayName) {
      const id = state.newId('person');
      const email = `${id}@tideline.example`;
      const memberFields = {
        id,
        role,
        user: { object: 'user', id, displayName, email },
        disabled: false,
        sso: false,
      };
      state
        .listFor(`/orgs/${organizationId}/members`)
        .push(examples.item('OrganizationMember', memberFields));
      return { id, email };
    },
    reset() {
      state = seed(definition);
      standIn.requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}

function send(response: ServerResponse, { status, body, headers }: Sent, variant: Variant): void {
  const content = body === undefined ? undefined : JSON.stringify(body);
  response.writeHead(status, {
    ...corsHeaders,
    ...headers,
    ...variant.headers,
    ...(content !== undefined && { 'content-type': 'application/json' }),
  });
  response.end(content);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** Why the definition refuses a request; empty if it does not. */
function problemsOf(
  definition: Definition,
  { operation }: OperationMatch,
  query: URLSearchParams,
  body: unknown,
): string[] {
  const ofQuery = operation.query.flatMap(({ name, isRequired, schema }) => {
    const text = query.get(name);
    if (text === null) return isRequired ? [`query ${name} is required`] : [];
    return definition
      .requestValidator(schema)(parameterValue(definition.resolve(schema), query.getAll(name)))
      .map((problem) => `query ${name}${problem}`);
  });
  if (!operation.body) return ofQuery;
  if (body === undefined) return operation.body.isRequired ? [...ofQuery, 'a body is required'] : ofQuery;
  return [
    ...ofQuery,
    ...definition
      .requestValidator(operation.body.schema)(body)
      .map((problem) => `body${problem}`),
  ];
}

/** A parameter of an address has the type that the definition gives it. */
function parameterValue({ type }: { type?: unknown }, texts: string[]): unknown {
  const [text] = texts;
  if (type === 'array') return texts;
  if (type === 'number' || type === 'integer') return Number(text);
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}
