import type { FastifyServerOptions } from 'fastify';

/** Structured log lines on stdout, without anything that lets somebody in. */
export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    serializers: {
      req: (request) => ({ method: request.method, url: redactSecrets(request.url), ip: request.ip }),
    },
  };
}

/** Share keys, the signatures of files and prints, and the secrets of invite links travel in addresses. */
export function redactSecrets(url: string): string {
  return url
    .replaceAll(/([?&](?:shareKey|token|code|signature)=)[^&]*/gi, '$1[hidden]')
    .replace(/(\/orgs\/[^/]+\/invites\/|\/join\/[^/]+\/)[^/?]+/, '$1[hidden]');
}
