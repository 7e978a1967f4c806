import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  ApiError,
  badRequest,
  CallerGoneError,
  conflict,
  noRoom,
  notFound,
  requestTimeout,
  toErrorBody,
  unavailable,
} from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { TaskLimitError } from '#server/content/tasks/run-task.ts';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import { DatabaseUnavailableError, TransactionTooLongError } from '#server/database/engine/engine-dialect.ts';
import { sqlStateOf } from '#server/database/engine/transaction.ts';

const MEBIBYTE = 1024 * 1024;

/** Sends every error in the contract's format. Unexpected errors are logged and reported without details. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

/** Sends an error response; also for errors before routing. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const response = toApiError(error, request);
  if (response.status >= 500 && response.status !== 501) request.log.error({ err: error }, 'request failed');
  return reply
    .code(response.status)
    .header('x-request-id', request.id)
    .headers(response.headers)
    .type('application/json; charset=utf-8')
    .send(toErrorBody(response));
}

function toApiError(error: unknown, { routeOptions }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  // The caller has disconnected; the status distinguishes it in the log.
  if (error instanceof CallerGoneError) return new ApiError(499, error.message);
  if (sqlStateOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(routeOptions.bodyLimit);
  if (error instanceof TaskLimitError) return badRequest(TASK_LIMIT_MESSAGES[error.limit]);
  return (
    fromFramework(error) ??
    fromDatabase(error) ??
    // Its request ID is in the header, as of every response.
    new ApiError(500, 'The server could not complete the request.')
  );
}

const FRAMEWORK_ERRORS: Record<string, ApiError> = {
  FST_ERR_BAD_URL: badRequest('The URL is malformed.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: badRequest('The body length does not match Content-Length.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ApiError(
    415,
    'The body must be JSON, with Content-Type: application/json.',
  ),
  FST_ERR_CTP_INVALID_JSON_BODY: badRequest('The body is not valid JSON.'),
  FST_ERR_ASYNC_CONSTRAINT: badRequest('The URL is malformed.'),
  FST_ERR_MAX_PARAM_LENGTH: notFound('URL'),
};

/** Messages for content whose task exceeded a limit. */
const TASK_LIMIT_MESSAGES: Record<TaskLimitError['limit'], string> = {
  time: 'The content takes too long to process. Nothing was changed.',
  memory: 'The content is too large or too deeply nested. Nothing was changed.',
};

function bodyTooLarge(limit: number): ApiError {
  const size = limit < MEBIBYTE ? `${limit / 1024} KiB` : `${limit / MEBIBYTE} MiB`;
  return new ApiError(413, `The body is larger than ${size}.`);
}

function fromFramework(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const frameworkError = FRAMEWORK_ERRORS[sqlStateOf(error) ?? ''];
  if (frameworkError) return frameworkError;
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return status >= 400 && status < 500 ? new ApiError(status, error.message) : undefined;
}

/** Race conditions that handlers cannot prevent: a row was inserted or deleted concurrently. */
function fromDatabase(error: unknown): ApiError | undefined {
  if (error instanceof DiskAlmostFullError) return noRoom(`${error.message}.`);
  if (error instanceof DatabaseUnavailableError) return unavailable(`${error.message}.`);
  if (error instanceof TransactionTooLongError) return unavailable(`${error.message}. Try again later.`);
  switch (sqlStateOf(error)) {
    case '23505':
      return conflict('An item with these values was created at the same time.');
    case '23503':
      return conflict('An item that this refers to was deleted at the same time.');
    case '53100':
      return unavailable('The database disk is full. Nothing was changed.');
    case '57014':
      return unavailable('The database took too long to respond.');
    default:
      return undefined;
  }
}

/** Responds to invalid HTTP on the raw socket. */
export function handleClientError(error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const response = fromParser(sqlStateOf(error));
  const body = JSON.stringify(toErrorBody(response));
  socket.end(
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\nConnection: close\r\nX-Request-Id: ${newId()}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function fromParser(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(431, 'The request headers are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout();
    default:
      return badRequest('The request is not valid HTTP.');
  }
}
