import type { QueryClient } from '@tanstack/react-query';
import { isOwnServer } from './client.ts';
import { isUnsupported, MissingOperationError, NotOfferedError } from './errors.ts';
import { recordDenied } from './extensions.ts';
import type { OperationId } from './queries.ts';

/**
 * Waits for a part of a screen. The screen is about something else, so a failure of the part doesn't replace it: the part
 * shows the failure, in a `PanelBoundary`.
 */
export async function loadPart(part: Promise<unknown>): Promise<void> {
  await part.catch(() => undefined);
}

/**
 * Like `loadPart`, with the resource that the part belongs to. A server of another make that answers the resource and
 * has no such part isn't asked for this part of others.
 *
 * @param operation of the part
 */
export async function loadWithPart(
  queryClient: QueryClient,
  resource: Promise<unknown>,
  operation: OperationId,
  part: Promise<unknown>,
): Promise<void> {
  const recordMissing = async (error: unknown) => {
    await resource;
    if (isMissingThere(error)) await recordDenied(queryClient, operation, error);
  };
  await Promise.all([resource, part.catch(recordMissing)]);
}

/** Whether an error says that a server of another make has no such thing below a resource that is there. */
export const isMissingThere = (error: unknown): boolean =>
  error instanceof MissingOperationError || (isUnsupported(error) && !isOwnServer());

/**
 * Loads a screen about what belongs to a resource that another screen around it loads.
 *
 * @param title of the screen: `Links`
 * @throws {NotOfferedError} if a server of another make has no such thing
 */
export async function loadBelow<Result>(title: string, load: Promise<Result>): Promise<Result> {
  try {
    return await load;
  } catch (error) {
    throw isMissingThere(error) ? new NotOfferedError(title) : error;
  }
}
