import { beforeAll, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import type { Operation, Schema } from '#server/contract/document.ts';
import { createApiFixture, createCall, OPERATIONS, send } from './api-calls.ts';
import type { ApiFixture } from './call-factories.ts';

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await createApiFixture();
});

const schemas: Readonly<Record<string, Schema>> = contract.components.schemas;

/** The schema without references and without null. */
function unwrap(schema: Schema): Schema {
  if (schema.$ref !== undefined) return unwrap(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return others.length === 1 && others[0] ? unwrap(others[0]) : schema;
}

/** Values of fields for which not every text will do. */
const values: Readonly<Record<string, unknown>> = {
  emoji: '⚓',
  icon: 'anchor',
  issueUrl: 'https://issues.example/quay',
  signInUrl: 'https://accounts.example/sign-in',
  language: 'fr',
  source: '/quay',
  target: 'https://docs.example/pier',
  timeZone: 'Asia/Tokyo',
};

/** Fields that other tests cover, and the reason. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'connectSiteGit url': 'The address of a repository.',
  'connectSpaceGit url': 'The address of a repository.',
  'createSamlProvider certificate': 'A text is no certificate.',
  'updateSamlProvider certificate': 'A text is no certificate.',
  'createTranslation language': 'Comes with a source, a space that is translated.',
  'createTranslation source': 'Comes with a language.',
  'importOrganizationContent source': 'One of nine values, each of which needs a source of its kind.',
  'inviteMembers accountLinks': 'Asks for links, and the answer has them.',
  'planMerge when': 'A time comes with one of three values only.',
  'sendTestMail email': 'Mail goes to the caller’s own address only.',
  'setSiteHostname hostname': 'A name of the domain name system, which is proven.',
  'updateOrganization hostname': 'The address of the organization, which is returned as a name.',
};

/** A valid value of a plain field; undefined for what needs to be something that exists. */
function valueOf(name: string, schema: Schema): unknown {
  if (schema === schemas.Id) return undefined;
  if (name in values) return values[name];
  if (schema.enum) return schema.enum.at(-1);
  if (schema.format !== undefined || schema.pattern !== undefined) return undefined;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'string') return 'Quay';
  if (schema.type === 'integer') return schema.minimum ?? 1;
  return undefined;
}

const propertiesOf = (schema: Schema | undefined) => (schema ? unwrap(schema).properties : undefined) ?? {};

/** The plain fields that can be sent and are described in the answer, too. */
function fieldsOf({ body, response }: Operation): { name: string; value: unknown }[] {
  const returned = propertiesOf(response);
  return Object.entries(propertiesOf(body?.schema)).flatMap(([name, schema]) => {
    const value = name in returned ? valueOf(name, unwrap(schema)) : undefined;
    return value === undefined ? [] : [{ name, value }];
  });
}

const cases = OPERATIONS.flatMap((operation) =>
  fieldsOf(operation).map(({ name, value }) => [`${operation.id} ${name}`, operation, name, value] as const),
);

it('names no field that the contract doesn’t have', () => {
  const caseIds = new Set<string>(cases.map(([id]) => id));
  expect(cases.length).toBeGreaterThan(60);
  expect(Object.keys(testedElsewhere).filter((id) => !caseIds.has(id))).toEqual([]);
});

// An optional field compiles although no handler reads it and no view has it.
it.each(cases.filter(([id]) => testedElsewhere[id] === undefined))(
  '%s is stored and returned',
  async (_id, operation, name, value) => {
    const call = await createCall(operation, fixture);
    const { status, body } = await send(fixture.admin, operation, {
      ...call,
      body: { ...call.body, [name]: value },
    });
    expect({ status, [name]: body[name], body }).toMatchObject({ status: operation.status, [name]: value });
  },
);
