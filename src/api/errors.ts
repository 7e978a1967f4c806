import type { ErrorDetail, Role } from '#api/generated/types.gen.ts';

/** Display names of the roles. */
export const roleNames: Record<Role, string> = {
  admin: 'Administrator',
  create: 'Creator',
  review: 'Reviewer',
  edit: 'Editor',
  comment: 'Commenter',
  read: 'Reader',
};

export const isRole = (value: string): value is Role => Object.hasOwn(roleNames, value);

/** Replaces role ids in a server message with display names: “Administrator” for "admin". */
function withRoleNames(sentence: string): string {
  return sentence.replaceAll(/role "(\w+)"/g, (match, role: string) =>
    isRole(role) ? `role “${roleNames[role]}”` : match,
  );
}

interface ApiErrorFields {
  /** The HTTP status, or 0 if there was no response. */
  status: number;
  /** One sentence to show. */
  message: string;
  /** Paths and messages, such as `{path: 'body.title', message: 'must not be empty'}`. */
  details?: readonly ErrorDetail[];
  /** Finds the request in the server's log. */
  requestId?: string | null;
  /** The request line: `PATCH /v1/orgs/{organizationId}`. */
  operation: string;
  /** Seconds to wait before a retry, if the server says so. */
  retryAfter?: number | null;
}

/** Any failed request. Code above this layer sees no response or network error. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;
  readonly operation: string;
  readonly retryAfter: number | null;

  constructor({
    status,
    message,
    details = [],
    requestId = null,
    operation,
    retryAfter = null,
  }: ApiErrorFields) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.operation = operation;
    this.retryAfter = retryAfter;
  }
}

/** The server doesn't have an operation, as its list, its definition or its own refusal says. */
export class MissingOperationError extends ApiError {
  /** @param status of the server's response; 501 if it wasn't asked */
  constructor(operation: string, message = 'This server doesn’t support this.', status = 501) {
    super({ status, message, operation });
  }
}

/** Thrown by a loader: the server has no such resources at all. */
export class NotOfferedError extends Error {
  readonly title: string;

  constructor(title: string) {
    super(`No ${title} on this server.`);
    this.name = 'NotOfferedError';
    this.title = title;
  }
}

const statusMessages: Record<number, string> = {
  400: 'Invalid request.',
  401: 'You’re not signed in.',
  403: 'You don’t have permission to do this.',
  404: 'Not found, or you don’t have access.',
  409: 'Not possible right now.',
  412: 'Someone else changed this. Reload and try again.',
  413: 'Too large for the server.',
  429: 'Too many requests. Try again in a moment.',
  501: 'This server doesn’t support this.',
  503: 'The server is unavailable. Try again in a moment.',
};

/** Creates an error from a response's status, headers and body. */
export function errorFrom(status: number, headers: Headers, body: unknown, operation: string): ApiError {
  const parsed = parseErrorBody(body);
  return new ApiError({
    status,
    message: parsed.message ?? statusMessages[status] ?? `The server returned status ${status}.`,
    details: parsed.details,
    requestId: headers.get('X-Request-Id'),
    operation,
    retryAfter: retryAfterSeconds(headers),
  });
}

/** The seconds of a `Retry-After` header, which is a number or a date; null without a valid one. */
export function retryAfterSeconds(headers: Headers, now = Date.now()): number | null {
  const text = headers.get('Retry-After') ?? '';
  // `Date.parse` accepts almost any text with a number in it.
  const until = text.endsWith('GMT') ? Date.parse(text) : NaN;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((until - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Like `errorFrom`, for an unread response. */
export async function errorFromResponse(response: Response, operation: string): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  return errorFrom(response.status, response.headers, body, operation);
}

/** Creates an error for a request without a response. An `ApiError` passes through. */
export function unreachableError(cause: unknown, operation: string): ApiError {
  if (cause instanceof ApiError) return cause;
  const reading = operation.startsWith('GET ');
  const message = reading
    ? 'Couldn’t reach the server.'
    : 'Couldn’t reach the server. The change may or may not have been saved.';
  return new ApiError({ status: 0, message, operation });
}

/** The error of a change that was not sent because the device is offline. */
export function offlineError(operation: string): ApiError {
  return new ApiError({ status: 0, message: 'Not sent: you’re offline.', operation });
}

function parseErrorBody(body: unknown): { message?: string; details?: ErrorDetail[] } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {};
  const { error } = body;
  if (typeof error !== 'object' || error === null) return {};
  return {
    ...('message' in error && typeof error.message === 'string' && error.message.trim() !== ''
      ? { message: withRoleNames(error.message) }
      : {}),
    ...('details' in error && Array.isArray(error.details)
      ? { details: error.details.filter(isDetail) }
      : {}),
  };
}

function isDetail(value: unknown): value is ErrorDetail {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

/** The message to show for any error. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return 'An unexpected error occurred.';
}

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 502;
}

/**
 * The first error per field of the request body: `body.title` becomes `title`, `body.members.0` becomes `members.0`.
 */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  if (!(error instanceof ApiError)) return fields;
  for (const { path, message } of error.details) {
    const name = path?.startsWith('body.') ? path.slice('body.'.length) : undefined;
    if (name && !fields.has(name)) fields.set(name, asSentence(message));
  }
  return fields;
}

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/([^.!?])$/, '$1.');

/** An error report for developers, without tokens or content. */
export function errorReport(error: unknown, page: string, time = new Date()): string {
  const lines = [`Page: ${page}`, `Time: ${time.toISOString()}`];
  if (error instanceof ApiError) {
    lines.push(
      `Request: ${error.operation}`,
      `Status: ${error.status || 'no response'}`,
      `Message: ${error.message}`,
    );
    if (error.requestId) lines.push(`Request ID: ${error.requestId}`);
    for (const detail of error.details) lines.push(`- ${detail.path ?? ''} ${detail.message}`.trimEnd());
  } else if (error instanceof Error) {
    lines.push(`Error: ${error.name}: ${error.message}`, ...(error.stack?.split('\n').slice(1, 6) ?? []));
  } else {
    lines.push(`Error: ${String(error)}`);
  }
  return lines.join('\n');
}

/** Whether an error says that the operation or its resource doesn't exist. */
export function isUnsupported(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 405, 501].includes(error.status);
}
