import { harmlessUrl, isAbsolute } from '../html/urls.ts';
import { limitText } from './limit-text.ts';
import type { ReadContext } from './read-request.ts';
import type { ReadingBudget } from './reading-budget.ts';
import type { AccessSchemeView, ReferenceView, ServerView } from './reference-view.ts';
import { entriesOf, isObject, listOf, memberOf, textIn, textOf } from './spec-source.ts';
import { serversOf } from './swagger.ts';

const MAX_TEXT_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_LISTED = 40;

export type AboutView = Omit<ReferenceView, 'groups' | 'definitions' | 'pages' | 'moreOperations'>;

const NO_LINK = { name: '', url: '' };
export const EMPTY_ABOUT: AboutView = {
  title: '',
  version: '',
  description: '',
  license: NO_LINK,
  contact: NO_LINK,
  termsUrl: '',
  servers: [],
  schemes: [],
};

/** What holds for all operations. */
export function readAbout(
  { source, schemes }: Omit<ReadContext, 'budget'>,
  budget: ReadingBudget,
): AboutView {
  const { root, isSwagger } = source;
  const info = root['info'];
  const servers = isSwagger ? serversOf(root) : listOf(root['servers']);
  return {
    title: limitText(textIn(info, 'title'), MAX_TEXT_LENGTH),
    version: limitText(textIn(info, 'version'), MAX_TEXT_LENGTH),
    description: limitText(textIn(info, 'description'), MAX_DESCRIPTION_LENGTH),
    license: readLink(memberOf(info, 'license')),
    contact: readLink(memberOf(info, 'contact')),
    termsUrl: publicUrl(textIn(info, 'termsOfService')),
    servers: servers.slice(0, MAX_LISTED).map((server) => readServer(server, budget)),
    schemes: [...schemes].slice(0, MAX_LISTED).flatMap(([name, scheme]) => readScheme(name, scheme, budget)),
  };
}

function publicUrl(url: string): string {
  const harmless = harmlessUrl(url, 'link') ?? '';
  return isAbsolute(harmless) ? harmless : '';
}

/** A licence or a contact: its name, and where it is. */
function readLink(written: unknown): { name: string; url: string } {
  const email = textIn(written, 'email');
  const url = publicUrl(textIn(written, 'url'));
  const name =
    [textIn(written, 'name'), textIn(written, 'identifier'), email, url].find((text) => text !== '') ?? '';
  const mail = email === '' ? '' : (harmlessUrl(`mailto:${email}`, 'link') ?? '');
  return { name: limitText(name, MAX_TEXT_LENGTH), url: url === '' ? mail : url };
}

function readServer(written: unknown, budget: ReadingBudget): ServerView {
  return {
    url: budget.cut(textIn(written, 'url'), MAX_TEXT_LENGTH * 2),
    description: budget.cut(textIn(written, 'description'), MAX_DESCRIPTION_LENGTH),
    variables: entriesOf(memberOf(written, 'variables'))
      .slice(0, MAX_LISTED)
      .map(([name, variable]) => ({
        name: budget.cut(name, MAX_TEXT_LENGTH),
        default: budget.cut(textIn(variable, 'default'), MAX_TEXT_LENGTH),
        values: listOf(memberOf(variable, 'enum'))
          .slice(0, MAX_LISTED)
          .map((value) => budget.cut(textOf(value), MAX_TEXT_LENGTH)),
        description: budget.cut(textIn(variable, 'description'), MAX_TEXT_LENGTH),
      })),
  };
}

const FLOWS = ['authorizationCode', 'implicit', 'password', 'clientCredentials'] as const;

function readScheme(name: string, scheme: unknown, budget: ReadingBudget): AccessSchemeView[] {
  const kind = schemeKind(scheme);
  if (kind === undefined) return [];
  const details = { bearer: 'bearerFormat', http: 'scheme', openIdConnect: 'openIdConnectUrl' };
  const member = Object.entries(details).find(([known]) => known === kind)?.[1] ?? 'name';
  const detail = textIn(scheme, member);
  const flows = memberOf(scheme, 'flows');
  return [
    {
      name: budget.cut(name, MAX_TEXT_LENGTH),
      kind,
      detail: kind === 'openIdConnect' ? publicUrl(detail) : budget.cut(detail, MAX_TEXT_LENGTH),
      description: budget.cut(textIn(scheme, 'description'), MAX_DESCRIPTION_LENGTH),
      flows: FLOWS.flatMap((flow) => {
        const flowObject = memberOf(flows, flow);
        if (!isObject(flowObject)) return [];
        const scopes = entriesOf(flowObject['scopes'])
          .slice(0, MAX_LISTED * 3)
          .map(([scope, description]) => ({
            name: budget.cut(scope, MAX_TEXT_LENGTH),
            description: budget.cut(textOf(description), MAX_TEXT_LENGTH * 2),
          }));
        return [
          {
            kind: flow,
            authorizationUrl: publicUrl(textIn(flowObject, 'authorizationUrl')),
            tokenUrl: publicUrl(textIn(flowObject, 'tokenUrl')),
            scopes,
          },
        ];
      }),
    },
  ];
}

function schemeKind(scheme: unknown): AccessSchemeView['kind'] | undefined {
  const type = textIn(scheme, 'type');
  const place = textIn(scheme, 'in');
  const http = textIn(scheme, 'scheme').toLowerCase();
  switch (type) {
    case 'apiKey':
      return place === 'query' ? 'apiKeyQuery' : place === 'cookie' ? 'apiKeyCookie' : 'apiKeyHeader';
    case 'http':
      return http === 'basic' || http === 'bearer' ? http : 'http';
    case 'mutualTLS':
      return 'mutualTls';
    case 'oauth2':
    case 'openIdConnect':
      return type;
    default:
      return undefined;
  }
}
