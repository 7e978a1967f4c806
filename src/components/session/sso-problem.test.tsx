import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SsoProblem } from './sso-problem.tsx';

describe('SsoProblem', () => {
  it('explains the codes of the server and names the request', () => {
    render(<SsoProblem code="sso-account" request="req-1" />);
    expect(screen.getByRole('alert')).toHaveTextContent('may not enter this organization');
    expect(screen.getByText('req-1')).toBeVisible();
  });

  it('has a sentence for codes that it does not know', () => {
    render(<SsoProblem code="constructor" />);
    expect(screen.getByRole('alert')).toHaveTextContent('could not finish it');
    expect(screen.getByRole('alert')).not.toHaveTextContent('Request');
  });
});
