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
