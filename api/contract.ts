import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A schema of the contract, with the parts that tests use. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

/** A parameter of an operation, or a reference to one. */
export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

/** An operation of the contract. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

/** The contract, with the parts that tests and the reference use. */
export interface Contract {
  info: { title: string; version: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
}

/** Reads the generated contract. Paths are relative to the root of the checkout. */
export function readContract(): Contract {
  return parse(readFileSync('api/openapi.yaml', 'utf8'));
}

/** The name of a referenced schema or parameter. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** All operations with their upper-case method and path, in the order of the contract. */
export function listOperations(contract: Contract): { method: string; path: string; operation: Operation }[] {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The parameters of an operation, with references resolved. */
export function listParameters(contract: Contract, operation: Operation): Parameter[] {
  return operation.parameters.map(
    (parameter) => contract.components.parameters[nameOf(parameter.$ref ?? '')] ?? parameter,
  );
}
