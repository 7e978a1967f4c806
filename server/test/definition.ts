import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { readFileSync } from 'node:fs';

/** Versions of the public definition that tests compare with, and the development dependency that has each. */
const PACKAGES = { '0.202.0': 'gitbook-api-202', '0.130.0': 'gitbook-api-130' } as const;

export type DefinitionVersion = keyof typeof PACKAGES;
export const DEFINITION_VERSIONS: readonly DefinitionVersion[] = ['0.202.0', '0.130.0'];

/** The public definition as its client ships it. */
export function readDefinition(version: DefinitionVersion): DefinitionDocument {
  const file = new URL(`../../node_modules/${PACKAGES[version]}/spec/openapi.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

export interface DefinitionDocument {
  paths: Record<string, Record<string, DefinitionOperation>>;
  components: Record<string, Record<string, object>>;
}

export interface DefinitionOperation {
  operationId?: string;
  requestBody?: object;
}

/** Says what is wrong with values of a schema of the definition; empty if nothing is. */
export function schemaChecker(version: DefinitionVersion, name: string): (value: unknown) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: false, discriminator: false });
  formats.default(ajv, ['date-time', 'uri', 'email']);
  for (const format of ['emoji', 'icon', 'byte', 'int32']) ajv.addFormat(format, true);
  const definition = readDefinition(version);
  const { PlainObject } = definition.components['schemas'] ?? {};
  // It lacks its type, so that each text of an object is two of its alternatives, of which one is allowed.
  if (PlainObject) Object.assign(PlainObject, { type: 'object' });
  const document = JSON.stringify(definition).replaceAll('"#/components', '"definition#/components');
  ajv.addSchema(JSON.parse(document), 'definition', undefined, false);
  const validate: ValidateFunction = ajv.compile({ $ref: `definition#/components/schemas/${name}` });
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
