import { getServerInfo } from '#api/generated/sdk.gen.ts';
import { isUnsupported } from './errors.ts';

/** The operations that the server lists; null if it lists none, as servers that return only a version. */
export async function listedOperations(): Promise<readonly string[] | null> {
  try {
    const { data } = await getServerInfo({ throwOnError: true });
    const { extensions: listed } = data;
    return Array.isArray(listed) ? listed : null;
  } catch (error) {
    if (isUnsupported(error)) return null;
    throw error;
  }
}

/** Whether the console's own server lists its operations; undefined until it was asked. */
let hasOwnList: boolean | undefined;
let asking: Promise<unknown> | undefined;

/** The operations that the console's own server lists; null if it lists none. */
export async function ownOperations(): Promise<readonly string[] | null> {
  const operations = await listedOperations();
  hasOwnList = operations !== null;
  return operations;
}

/**
 * Whether the console's own server lists its operations. It is taken to until it has answered.
 *
 * @param isAsked whether to ask it if it hasn't answered yet
 */
export async function ownServerLists(isAsked: boolean): Promise<boolean> {
  if (isAsked && hasOwnList === undefined) {
    // Many requests of a screen may be refused at once.
    asking ??= ownOperations()
      .catch(() => null)
      .finally(() => (asking = undefined));
    await asking;
  }
  return hasOwnList ?? true;
}
