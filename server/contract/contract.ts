import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandler } from 'fastify';
import type { RouteHandlers } from '#api/generated/fastify.gen.ts';
import { methodNotAllowed } from '#server/base/errors.ts';
import { etagOfBody, isKnown, NEVER, NotModified } from '#server/base/etag.ts';
import { RawJson, serializeResponse, SharedJson } from '#server/base/raw-json.ts';
import {
  type ContractDocument,
  type HttpMethod,
  listOperations,
  type Operation,
  type Schema,
} from '#server/contract/document.ts';
import { withoutExtensions } from '#server/contract/documented-only.ts';
import { ContractValidation } from '#server/contract/validation.ts';

/**
 * Copies a value without what the contract does not name, in the order of the contract: a database orders the members of
 * its JSON by their length, and what clients compare must not depend on where it was kept. Undefined: the value passes
 * unchanged.
 */
type Project = (value: unknown) => unknown;

/**
 * Removes from responses what the contract does not name. A projector is built and cached on first use. Plain loops
 * with the engine's own JSON.stringify are faster than a generated serializer, and nothing has to be compiled for the
 * recursive schemas of pages and revisions.
 */
export class ResponseProjection {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #projectors = new Map<Schema, Project | undefined>();

  constructor(document: ContractDocument) {
    this.#schemas = document.components.schemas;
  }

  project(schema: Schema, body: unknown): unknown {
    const project = this.#projectorOf(schema);
    return project ? project(body) : body;
  }

  #projectorOf(schema: Schema): Project | undefined {
    const target = this.#resolve(schema);
    if (!this.#projectors.has(target)) {
      // Placeholder for recursive schemas.
      this.#projectors.set(target, (value) => this.#projectors.get(target)?.(value) ?? value);
      this.#projectors.set(target, this.#build(target));
    }
    return this.#projectors.get(target);
  }

  #resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const target = this.#schemas[schema.$ref.replace('#/components/schemas/', '')];
    if (!target) throw new Error(`The contract has no schema ${schema.$ref}.`);
    return this.#resolve(target);
  }

  #build(schema: Schema): Project | undefined {
    const union = schema.anyOf ?? schema.oneOf;
    if (union) return this.#buildUnion(union.map((branch) => this.#resolve(branch)));
    if (schema.properties || schema.additionalProperties) return this.#buildObject(schema);
    if (!schema.items) return undefined;
    const item = this.#projectorOf(schema.items);
    return item && ((value) => (Array.isArray(value) ? value.map(item) : value));
  }

  #buildObject({ properties = {}, additionalProperties = false }: Schema): Project {
    const members = Object.entries(properties).map(([name, schema]) => ({
      name,
      project: this.#projectorOf(schema),
    }));
    const others =
      typeof additionalProperties === 'object' ? this.#projectorOf(additionalProperties) : undefined;
    return (value) => {
      if (!isRecord(value) || value instanceof RawJson) return value;
      const copy: Record<string, unknown> = {};
      for (const { name, project } of members) {
        const member = value[name];
        if (member !== undefined) copy[name] = project ? project(member) : member;
      }
      if (additionalProperties === false) return copy;
      for (const name of Object.keys(value)) {
        if (!Object.hasOwn(properties, name)) copy[name] = others ? others(value[name]) : value[name];
      }
      return copy;
    };
  }

  /**
   * Branches of a union are distinguished by an enumerated property (`object`, `type`), else by their required properties.
   */
  #buildUnion(branches: readonly Schema[]): Project {
    const parts = branches.map((schema) => ({ schema, project: this.#projectorOf(schema) }));
    return (value) => {
      const part = parts.find(({ schema }) => matchesSchema(schema, value));
      return part?.project ? part.project(value) : value;
    };
  }
}

function matchesSchema(schema: Schema, value: unknown): boolean {
  if (schema.items) return Array.isArray(value);
  if (!schema.properties && !schema.additionalProperties) return !isRecord(value) && !Array.isArray(value);
  if (!isRecord(value)) return false;
  if ((schema.required ?? []).some((name) => value[name] === undefined)) return false;
  return Object.entries(schema.properties ?? {}).every(
    ([name, member]) =>
      member.enum === undefined || value[name] === undefined || member.enum.includes(value[name]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type OperationId = keyof RouteHandlers;

type GenericOf<Method> = Method extends RouteHandler<infer Generic> ? Generic : never;
type ParamsOf<Generic> = Generic extends { Params: infer Params } ? Params : unknown;
type QueryOf<Generic> = Generic extends { Querystring?: infer Query } ? NonNullable<Query> : unknown;
type BodyOf<Generic> = Generic extends { Body?: infer Body } ? Body : undefined;
type SuccessOf<Generic> = Generic extends { Reply: infer Reply }
  ? Reply[Extract<keyof Reply, 200 | 201 | 202 | 204 | 205>]
  : never;

/** The request of an operation, typed by the contract. */
export type OperationRequest<Id extends OperationId> = FastifyRequest<{
  Params: ParamsOf<GenericOf<RouteHandlers[Id]>>;
  Querystring: QueryOf<GenericOf<RouteHandlers[Id]>>;
  Body: BodyOf<GenericOf<RouteHandlers[Id]>>;
}>;

/** The body of the success response of an operation; nothing for 204 and 205. */
export type OperationResponse<Id extends OperationId> = SuccessOf<GenericOf<RouteHandlers[Id]>>;

/**
 * Handlers of some operations: each takes the validated request and returns the body of the success response, or what
 * that is serialized to.
 */
export type Handlers<Id extends OperationId = OperationId> = {
  [Each in Id]: (
    request: OperationRequest<Each>,
    reply: FastifyReply,
  ) => Promise<OperationResponse<Each> | SharedJson>;
};

/** A handler whose operation is only known at run time. Declared as a method so that any handler fits. */
interface AnyHandlers {
  [id: string]: { call(request: FastifyRequest, reply: FastifyReply): Promise<unknown> }['call'];
}

export interface ContractOptions {
  document: ContractDocument;
  /** By operation id. A missing or unknown handler prevents the start. */
  handlers: object;
  /** Validates every response against the contract and fails on a difference. For tests. */
  checkResponses: boolean;
  /** Serves the documented API only, as a server without our extensions does. */
  documentedOnly?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route; missing on routes outside the contract. */
    operation?: Operation;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** From this length on, to encode a text once takes less time than to encode it for its length, its digest and the socket. */
const MIN_ENCODED_LENGTH = 4096;

/** Registers a route for every operation of the contract. Returns the contract that is served. */
export function registerContract(app: FastifyInstance, options: ContractOptions): ContractDocument {
  const complete = new Map(listOperations(options.document).map((operation) => [operation.id, operation]));
  const handlers: AnyHandlers = { ...options.handlers };
  assertHandlersComplete([...complete.values()], handlers);
  const document = options.documentedOnly === true ? withoutExtensions(options.document) : options.document;
  const operations = listOperations(document);
  const validation = new ContractValidation(document);
  const projection = new ResponseProjection(document);
  // Handlers return their extensions too; the projection removes them.
  const responseValidation =
    document === options.document ? validation : new ContractValidation(options.document);

  for (const operation of operations) {
    const handle = handlers[operation.id];
    if (!handle) continue;
    app.route({
      method: operation.method,
      url: routeOf(operation),
      config: { operation },
      handler: async (request, reply) => {
        // A body without required properties may be left out; an empty one sent as JSON is malformed.
        if (request.headers['content-type'] === undefined) request.body ??= {};
        if (operation.rest !== undefined) request.params = nameRest(operation.rest, request.params);
        validation.checkRequest(operation, request);
        reply.code(operation.status);
        const body = await reply.retryRead(() => handle(request, reply)).catch(passNotModified);
        // The handler writes the response, as long as the caller listens.
        if (operation.isEventStream && reply.sent) return reply;
        if (body instanceof NotModified) return reply.code(304).send();
        if (body === undefined && operation.mayBeEmpty) return reply.code(204).send();
        if (options.checkResponses)
          assertResponseMatches(responseValidation, complete.get(operation.id) ?? operation, body);
        if (!operation.response) return reply.send();
        const responseBody =
          body instanceof SharedJson
            ? body.bytes
            : toSent(operation, serializeResponse(projection.project(operation.response, body)));
        setEtag(operation, reply, body, responseBody);
        if (isKnown(request, reply)) return reply.code(304).send();
        return reply.type(JSON_TYPE).send(responseBody);
      },
    });
  }
  registerMethodNotAllowed(app, operations);
  return document;
}

/** Responses to changes stay texts, which are kept for who sends the change again. */
function toSent({ method }: Operation, json: string): string | Buffer {
  return method === 'GET' && json.length >= MIN_ENCODED_LENGTH ? Buffer.from(json) : json;
}

/** The route; a last parameter whose value may contain slashes is a wildcard of the router. */
function routeOf({ url, rest }: Operation): string {
  return rest === undefined ? url : url.replace(`:${rest}`, '*');
}

function nameRest(name: string, params: unknown): object {
  const { '*': rest, ...others } = { '*': '', ...Object(params) };
  return { ...others, [name]: rest };
}

function passNotModified(error: unknown): NotModified {
  if (error instanceof NotModified) return error;
  throw error;
}

function assertHandlersComplete(operations: readonly Operation[], handlers: AnyHandlers): void {
  const ids = new Set(operations.map(({ id }) => id));
  const missing = [...ids].filter((id) => !(id in handlers));
  const unknown = Object.keys(handlers).filter((id) => !ids.has(id));
  if (missing.length + unknown.length === 0) return;
  throw new Error(
    `Contract and handlers differ. Missing handlers: ${missing.join(', ') || 'none'}. ` +
      `Unknown handlers: ${unknown.join(', ') || 'none'}.`,
  );
}

function assertResponseMatches(validation: ContractValidation, operation: Operation, body: unknown): void {
  const isRaw = body instanceof SharedJson;
  // Parts may be serialized already.
  const responseBody =
    body === undefined ? undefined : JSON.parse(isRaw ? body.bytes.toString() : serializeResponse(body));
  const problems = validation.checkResponse(operation, responseBody);
  if (problems.length === 0) return;
  const list = problems.map(({ path, problem }) => `${path} ${problem}`).join('; ');
  throw new Error(`The response of ${operation.id} violates the contract: ${list}.`);
}

/** Reads, and changes whose result has `updatedAt`, get an entity tag unless the handler has set one. */
function setEtag({ method }: Operation, reply: FastifyReply, body: unknown, sent: string | Buffer): void {
  if (reply.hasHeader('etag')) return;
  if (body instanceof SharedJson) return void reply.header('etag', body.etag);
  const updatedAt = isRecord(body) && typeof body.updatedAt === 'string' ? body.updatedAt : undefined;
  if (method === 'GET' || updatedAt !== undefined) reply.header('etag', etagOfBody(sent, updatedAt ?? NEVER));
}

/** A known path with another method is 405, not 404. */
function registerMethodNotAllowed(app: FastifyInstance, operations: readonly Operation[]): void {
  const all: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  for (const url of new Set(operations.map(routeOf))) {
    const methods = operations.filter((operation) => routeOf(operation) === url).map(({ method }) => method);
    const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods;
    const others = all.filter((method) => !methods.includes(method));
    if (others.length === 0) continue;
    app.route({
      method: others,
      url,
      config: { isMethodRefusal: true },
      exposeHeadRoute: false,
      handler: async () => {
        throw methodNotAllowed(allowed.toSorted());
      },
    });
  }
}
