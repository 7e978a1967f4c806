import type { LoggedRequest } from '#src/api/log/request-log.ts';

type CodeRequest = Pick<LoggedRequest, 'method' | 'origin' | 'path' | 'body'>;

const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request as a curl command. The token comes from the variable TOKEN. */
export function asCurl({ method, origin, path, body }: CodeRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(origin + path)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `--data ${shellQuote(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Requests in order as a shell script. It stops at the first error. */
export function asScript(requests: readonly (CodeRequest & { label?: string })[]): string {
  const steps = requests.map((request) => {
    // A line break in a label must not start a command.
    const comment = request.label?.replaceAll(/\s+/g, ' ').trim();
    const command = asCurl(request).replace(/^curl /, 'curl --fail-with-body ');
    return comment ? `# ${comment}\n${command}` : command;
  });
  return ['#!/bin/sh', 'set -e', ': "${TOKEN:?Set TOKEN to an API token.}"', ...steps, ''].join('\n\n');
}

/** A request as JavaScript. The token comes from the variable `token`. */
export function asFetch({ method, origin, path, body }: CodeRequest): string {
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
