import type { LoggedRequest } from '#src/api/request-log.ts';

type Shown = Pick<LoggedRequest, 'method' | 'origin' | 'path' | 'body'>;

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request as a command for curl. The token is left to the variable TOKEN. */
export function asCurl({ method, origin, path, body }: Shown): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(origin + path)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `--data ${inShell(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A request as JavaScript. The token is left to the variable `token`. */
export function asFetch({ method, origin, path, body }: Shown): string {
  const lines = [
    `await fetch(${JSON.stringify(origin + path)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    body === null
      ? '  headers: { Authorization: `Bearer ${token}` },'
      : "  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },",
    ...(body === null ? [] : [`  body: JSON.stringify(${body}),`]),
    '});',
  ];
  return lines.join('\n');
}
