/** Thrown where work stops because its caller has disconnected. */
export class CallerGoneError extends Error {
  constructor() {
    super('The caller has gone.');
  }
}

/** One problem of an error response, with its path if it has one: `body.title`, `query.limit`, `path.siteId`. */
export interface ErrorDetail {
  path?: string;
  message: string;
}

/** Thrown by handlers to send an error response. Any other error becomes 500. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    details: readonly ErrorDetail[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

/** 400: the request violates the contract or a rule about its values. */
export function badRequest(message: string, details: readonly ErrorDetail[] = []): ApiError {
  return new ApiError(400, message, details);
}

/**
 * 400 for one value. `problem` is the predicate of the sentence: `badValue('body.role', 'is too high')` gives
 * "body.role is too high."
 */
export function badValue(path: string, problem: string): ApiError {
  return badValues([{ path, problem }]);
}

/** 400 for several values; see `badValue`. */
export function badValues(problems: readonly { path: string; problem: string }[]): ApiError {
  const [first] = problems;
  const message =
    problems.length === 1 && first
      ? `${first.path} ${first.problem}.`
      : `The request has ${problems.length} problems.`;
  return badRequest(
    message,
    problems.map(({ path, problem }) => ({ path, message: `${capitalize(problem)}.` })),
  );
}

/** 401: the token is missing, invalid, expired or revoked. */
export function unauthorized(message = 'The token is missing, invalid, expired or revoked.'): ApiError {
  return new ApiError(401, message, [], { 'www-authenticate': 'Bearer' });
}

/** 403: authenticated, but not allowed. The message names the missing permission. */
export function forbidden(message: string): ApiError {
  return new ApiError(403, message);
}

/** 404: the resource does not exist or is not visible to the caller. `noun` as in "There is no such team." */
export function notFound(noun: string): ApiError {
  return new ApiError(404, `There is no such ${noun}.`);
}

/** 405, with the allowed methods. */
export function methodNotAllowed(allowed: readonly string[]): ApiError {
  const list = allowed.join(', ');
  return new ApiError(405, `Method not allowed. Use ${list}.`, [], { allow: list });
}

/** 409: not possible in the current state. The message says why; `path` names the conflicting value. */
export function conflict(message: string, path?: string): ApiError {
  return new ApiError(409, message, path === undefined ? [] : [{ path, message }]);
}

/** 412: `If-Match` does not match the current version. */
export function preconditionFailed(): ApiError {
  return new ApiError(412, 'Someone else changed this. Reload and try again.');
}

/** 429: rate limit exceeded. `retryAfter` in seconds. */
export function tooManyRequests(retryAfter: number): ApiError {
  return new ApiError(429, `Too many requests. Try again in ${retryAfter} seconds.`, [], {
    'retry-after': String(retryAfter),
  });
}

/** 408: the caller was too slow. */
export function requestTimeout(): ApiError {
  return new ApiError(408, 'The request took too long to arrive.', [], { connection: 'close' });
}

/** 503: the server is stopping, or the database does not respond. */
export function unavailable(message: string): ApiError {
  return new ApiError(503, message, [], { 'retry-after': '5', connection: 'close' });
}

/** 503: an operator has to make room first. */
export function noRoom(message: string): ApiError {
  return new ApiError(503, message, [], { 'retry-after': '60' });
}

/** The maximum number of details in a response; the message counts all. */
const MAX_DETAILS = 1000;

export interface ErrorBody {
  error: { code: number; message: string; details?: ErrorDetail[] };
}

export function toErrorBody({ status, message, details }: ApiError): ErrorBody {
  return {
    error: {
      code: status,
      message,
      ...(details.length > 0 ? { details: details.slice(0, MAX_DETAILS) } : {}),
    },
  };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
