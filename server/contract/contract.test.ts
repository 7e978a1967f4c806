import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { listOperations } from '#server/contract/document.ts';
import { ContractValidation } from '#server/contract/validation.ts';
import { startApp } from '#server/test/test-app.ts';
import { registerContract } from './contract.ts';

describe('the contract', () => {
  it('compiles the schemas of all requests and responses', () => {
    const validation = new ContractValidation(contract);
    const operations = listOperations(contract);
    for (const operation of operations) {
      const request = { params: {}, query: {}, body: operation.body ? {} : undefined };
      try {
        validation.checkRequest(operation, request);
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
      expect(Array.isArray(validation.checkResponse(operation, {}))).toBe(true);
    }
    expect(operations.length).toBeGreaterThanOrEqual(135);
  });

  it('has one success status per operation', () => {
    for (const { id, status, response, isEventStream } of listOperations(contract)) {
      expect([200, 201, 202, 204, 205], id).toContain(status);
      expect(response === undefined, id).toBe(isEventStream || status === 204 || status === 205);
    }
  });

  it('rejects missing and unknown handlers', async () => {
    const { app, close } = await startApp();
    const start = () =>
      registerContract(app, {
        document: contract,
        handlers: { listPlanets: async () => undefined },
        checkResponses: false,
      });
    expect(start).toThrow(/Missing handlers: .*listMembers.*Unknown handlers: listPlanets\./);
    await close();
  });
});
