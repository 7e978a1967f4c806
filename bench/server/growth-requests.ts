/** The measured requests: every GET of the contract whose ids the seeded data has. */
import { readFileSync } from 'node:fs';
import type { BenchEnvironment } from '../environment.ts';

/** Lists have pages; a search is a list with a query. */
type Kind = 'list' | 'search' | 'read';

export interface GrowthRequest {
  /** The operation of the contract, with its parameters. */
  name: string;
  kind: Kind;
  path: string;
}

/** Parameters that make an operation search or sort otherwise, beside the plain request. */
const otherParameters: Record<string, string[]> = {
  getSiteStructure: ['form=outline'],
  listMembers: ['role=read', 'search=anna', 'search=nobody', 'sort=lastSeenAt'],
  listOrganizationChangeRequests: ['status=open', 'status=merged', 'bucket=waiting'],
  listOrganizationComments: ['status=resolved'],
  listSites: ['title=authority'],
  listSpacePermissions: ['role=read', 'search=anna'],
  listSpaces: ['title=gauge', 'deleted=true'],
  listTeams: ['title=gauge', 'title=nothing'],
  listAuditLog: ['action=seed'],
};

/** Words that many spaces have, none has, and that are about to be typed. */
const searchQueries = ['gauge', 'nowhere', 'ga', 'duty officer mark', 'folder 17 sheet 2'];

/** Answered by another service, or made anew as a file for each request. */
const leftOut = new Set(['getChangeRequestPdf', 'getPublishedSite']);

interface Parameter {
  name: string;
  in: string;
}
interface Operation {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
}
interface Contract {
  paths: Record<string, { get?: Operation }>;
  components: { parameters: Record<string, Parameter> };
}

/** By the names of path parameters. */
type Ids = Record<string, string | undefined>;

/** The requests of `environment`, in the order of the contract. */
export async function listRequests(environment: BenchEnvironment): Promise<GrowthRequest[]> {
  const ids = await findIds(environment);
  const contract: Contract = JSON.parse(readFileSync('api/generated/openapi.json', 'utf8'));
  return Object.entries(contract.paths).flatMap(([template, { get }]): GrowthRequest[] => {
    if (get === undefined || leftOut.has(get.operationId)) return [];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
    if (path.includes('//') || path.endsWith('/')) return [];
    const { operationId: name } = get;
    const parameters = namesOf(get, contract);
    if (parameters.includes('query')) {
      return searchQueries.map((query) => ({
        name: `${name}?query=${query}`,
        kind: 'search',
        path: `${path}?query=${encodeURIComponent(query)}`,
      }));
    }
    const kind: Kind = parameters.includes('limit') ? 'list' : 'read';
    const others = (otherParameters[name] ?? []).map((query) => ({
      name: `${name}?${query}`,
      kind,
      path: `${path}?${query}`,
    }));
    return [{ name, kind, path }, ...others];
  });
}

function namesOf({ parameters = [] }: Operation, { components }: Contract): string[] {
  return parameters.flatMap((parameter) => {
    if ('name' in parameter) return [parameter.name];
    return components.parameters[parameter.$ref.replace('#/components/parameters/', '')]?.name ?? [];
  });
}

/** Ids of the measured organization that can stand in a path. */
async function findIds({ server, organizationId, siteId, memberIds }: BenchEnvironment): Promise<Ids> {
  const get = async (path: string): Promise<ListBody> => {
    const response = await fetch(`${server.url}/v1/${path}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    return response.ok ? await response.json() : {};
  };
  const organization = `orgs/${organizationId}`;
  const [changeRequest] = (await get(`${organization}/change-requests?status=open&limit=1`)).items ?? [];
  const spaceId = changeRequest?.space;
  const space = `spaces/${spaceId}`;
  return {
    organizationId,
    siteId,
    userId: memberIds[0],
    teamId: (await get(`${organization}/teams?limit=1`)).items?.[0]?.id,
    collectionId: (await get(`${organization}/collections?limit=1`)).items?.[0]?.id,
    spaceId,
    changeRequestId: changeRequest?.id,
    commentId: (await get(`${space}/comments?limit=1`)).items?.[0]?.id,
    pageId: (await get(`${space}/content/pages`)).pages?.[0]?.id,
    emailDomain: 'authority-1.example',
  };
}

interface ListBody {
  items?: { id: string; space?: string }[];
  pages?: { id: string }[];
}
