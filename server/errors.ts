/** One reason for a refusal, with the place where it can be named: `body.title`, `query.limit`, `path.siteId`. */
export interface ErrorDetail {
  path?: string;
  message: string;
}

/** What a handler throws to answer with an error. Everything that is not one of these is answered as 500. */
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

/** 400: the request breaks the contract or a rule about its values. */
export function badRequest(message: string, details: readonly ErrorDetail[] = []): ApiError {
  return new ApiError(400, message, details);
}

/**
 * 400 for one value. `problem` continues the sentence that starts with the place: `badValue('body.role', 'is too high')`
 * says "body.role is too high.".
 */
export function badValue(path: string, problem: string): ApiError {
  return badValues([{ path, problem }]);
}

/** 400 for several values at once; see `badValue`. */
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

/** 401: no token, or one that is unknown, expired or revoked. */
export function unauthorized(message = 'The token is missing, invalid, expired or revoked.'): ApiError {
  return new ApiError(401, message, [], { 'www-authenticate': 'Bearer' });
}

/** 403: known, but not allowed. The sentence names the missing permission. */
export function forbidden(message: string): ApiError {
  return new ApiError(403, message);
}

/** 404: unknown or not visible to the caller, who cannot tell which. `noun` as in "There is no such team." */
export function notFound(noun: string): ApiError {
  return new ApiError(404, `There is no such ${noun}.`);
}

/** 405, with the methods that the address does know. */
export function methodNotAllowed(allowed: readonly string[]): ApiError {
  const list = allowed.join(', ');
  return new ApiError(405, `Method not allowed. Use ${list}.`, [], { allow: list });
}

/** 409: the present state forbids it. The sentence says why; `path` is the one value that stands in the way. */
export function conflict(message: string, path?: string): ApiError {
  return new ApiError(409, message, path === undefined ? [] : [{ path, message: message }]);
}

/** 412: what `If-Match` names is no longer the current version. */
export function preconditionFailed(): ApiError {
  return new ApiError(412, 'It has changed since you loaded it. Reload it and try again.');
}

/** 429: too many requests in this minute. `retryAfter` in seconds. */
export function tooManyRequests(retryAfter: number): ApiError {
  return new ApiError(429, `Too many requests. Try again in ${retryAfter} seconds.`, [], {
    'retry-after': String(retryAfter),
  });
}

/** 503: stopping, or the database does not answer. */
export function unavailable(message: string): ApiError {
  return new ApiError(503, message, [], { 'retry-after': '5', connection: 'close' });
}

/** The most details that an answer lists; its sentence counts them all. */
const MAX_DETAILS = 1000;

/** The body of every error answer. */
export interface ErrorBody {
  error: { code: number; message: string; details?: ErrorDetail[] };
}

/** The body that answers an error; `details` is left out where there are none. */
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
