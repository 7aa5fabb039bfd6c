import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../src/http/errors.ts';
import { ensureEmailAllowed } from '../../src/organization/email-policy.ts';
import { startServer, type TestServer } from '../support/server.ts';

function refusal({ app }: TestServer, email: string): string | undefined {
  try {
    ensureEmailAllowed(app, email);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.message;
  }
}

describe('ensureEmailAllowed', () => {
  it('lets every address in that is not known to be thrown away', async (t) => {
    const server = await startServer(t);

    for (const email of ['a@example.com', 'a+b@example.com', 'a@notmailinator.com', 'a@münchen.example']) {
      assert.equal(refusal(server, email), undefined, email);
    }
    for (const email of ['a@mailinator.com', 'a@MAILINATOR.com', 'a@some.yopmail.com']) {
      assert.equal(refusal(server, email), 'Disposable email addresses are not allowed in this organization', email);
    }
  });

  it('lets those in too where the organization does not mind', async (t) => {
    const server = await startServer(t);

    await server.as('owner').patch('/realm', { disallow_disposable_email_addresses: false });

    assert.equal(refusal(server, 'a@mailinator.com'), undefined);
  });

  it('lets in only addresses of certain domains, if it is to', async (t) => {
    const server = await startServer(t);
    const owner = server.as('owner');
    await owner.post('/realm/domains', { domain: 'example.com', allow_subdomains: false });
    await owner.post('/realm/domains', { domain: 'wide.example', allow_subdomains: true });
    await owner.post('/realm/domains', { domain: 'bücher.example', allow_subdomains: false });
    await owner.post('/realm/domains', { domain: 'mailinator.com', allow_subdomains: false });

    await owner.patch('/realm', { emails_restricted_to_domains: true });

    const allowed = ['a@example.com', 'a@EXAMPLE.com', 'a@wide.example', 'a@very.wide.example', 'a@bücher.example'];
    for (const email of [...allowed, 'a@mailinator.com']) assert.equal(refusal(server, email), undefined, email);
    const refused = ['a@example.org', 'a@very.example.com', 'a@notwide.example', 'a@example.com@evil.example', 'a@'];
    for (const email of refused) {
      assert.equal(refusal(server, email), `Email '${email}' not allowed in this organization`);
    }
    assert.equal(refusal(server, 'a+b@example.com'), 'Email addresses containing + are not allowed.');
  });
});
