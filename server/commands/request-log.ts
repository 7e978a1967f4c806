import type { FastifyServerOptions } from 'fastify';

/** Structured log lines on stdout, without secrets. */
export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    serializers: {
      req: (request) => ({
        method: request.method,
        url: redactSecrets(request.url),
        ip: request.clientAddress,
      }),
    },
  };
}

/** Share keys, tokens of visitors, signatures and secrets of invite links are parts of URLs. */
export function redactSecrets(url: string): string {
  return url
    .replaceAll(/([?&](?:shareKey|token|jwt_token|code|signature)=)[^&]*/gi, '$1[hidden]')
    .replace(/(\/orgs\/[^/]+\/invites\/|\/join\/[^/]+\/)[^/?]+/, '$1[hidden]');
}
