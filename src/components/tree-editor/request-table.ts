/** The requests of a tree as one table: which operation is called how. The type of the requests comes from the table. */
import type { Answer, Send } from './run-steps.ts';

interface AnyCall {
  call(path: unknown, body: unknown): Promise<Answer>;
}

type RequestTable = Readonly<Record<string, AnyCall['call']>>;

type RequestBy<Operation, Call> = Call extends (path: infer Path, body: infer Body) => unknown
  ? { readonly operation: Operation; readonly path: Path } & (undefined extends Body
      ? { readonly body?: undefined }
      : { readonly body: Body })
  : never;

/** A request as plain data: an operation of the table with its path parameters and its body. */
export type RequestOf<Table extends RequestTable> = {
  [Operation in keyof Table]: RequestBy<Operation, Table[Operation]>;
}[keyof Table];

/** Sends requests by a table. */
export function createSend<Table extends RequestTable>(table: Table): Send<RequestOf<Table>> {
  return ({ operation, path, body }) => {
    const call = table[operation];
    if (!call) throw new Error(`No call for ${String(operation)}`);
    return call(path, body);
  };
}

/** What a call answers whose answer does not matter. */
export async function noAnswer(sent: Promise<unknown>): Promise<Answer> {
  await sent;
  return {};
}
