import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { exitCodes, Failure } from '../../src/cli/failure.ts';
import { readSso } from '../../src/cli/sso-options.ts';

const company = {
  name: 'company',
  display_name: 'Company account',
  issuer: 'https://id.example.com',
  client_id: 'chatd',
  client_secret: 'a secret of the two',
};
const ldap = { url: 'ldaps://ldap.example.com', base_dn: 'ou=people,dc=example,dc=com' };

function read(t: TestContext, content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const ssoFile = join(folder, 'sso.json');
  writeFileSync(ssoFile, typeof content === 'string' ? content : JSON.stringify(content));
  return readSso({ sso_file: ssoFile });
}

describe('--sso-file', () => {
  it('names providers and a directory, with defaults', (t) => {
    const trust = { create_accounts: false, roles: {}, groups: {} };

    assert.deepEqual(read(t, { providers: [company], ldap, passwords: 'owners' }), {
      sso: {
        providers: [
          { ...company, scope: 'openid email profile', groups_claim: 'groups', trust_email: false, ...trust },
        ],
        ldap: {
          ...ldap,
          bind_dn: '',
          bind_password: '',
          filter: '(|(uid={name})(mail={name}))',
          email_attribute: 'mail',
          name_attribute: 'cn',
          groups_attribute: 'memberOf',
          trust_email: true,
          ...trust,
        },
        passwords: 'owners',
      },
    });
    assert.deepEqual(readSso({}), {});
  });

  it('may name systems without TLS only on this machine', (t) => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const issuer = `http://${host}:8080/`;
      const { sso } = read(t, { providers: [{ ...company, issuer }], ldap: { ...ldap, url: `ldap://${host}` } });
      assert.deepEqual([sso?.providers[0]?.issuer, sso?.ldap?.url], [issuer, `ldap://${host}`]);
    }
  });

  const unusable: Record<string, [content: unknown, problem: RegExp]> = {
    'what is not JSON': ['{', /it is not JSON/],
    'a provider without a secret': [{ providers: [{ ...company, client_secret: '' }] }, /client_secret/],
    'an issuer without TLS': [
      { providers: [{ ...company, issuer: 'http://id.example.com' }] },
      /the issuer http:\/\/id\.example\.com must begin with https:\/\//,
    ],
    'a name that is no part of an address': [{ providers: [{ ...company, name: '../x' }] }, /small letters, digits/],
    'two providers of one name': [{ providers: [company, company] }, /two providers with the name company/],
    'a directory that gets passwords without TLS': [
      { ldap: { ...ldap, url: 'ldap://ldap.example.com' } },
      /the address ldap:\/\/ldap\.example\.com of the directory must begin with ldaps:\/\//,
    ],
    'a directory that is none': [{ ldap: { ...ldap, url: 'https://ldap.example.com' } }, /must begin with ldaps:\/\//],
    'a filter without a name': [{ ldap: { ...ldap, filter: '(uid=*)' } }, /the filter must contain \{name\}/],
    'a role that cannot be given': [{ providers: [{ ...company, roles: { chiefs: 'owner' } }] }, /roles/],
    'no way in but for owners': [{ passwords: 'owners' }, /nobody but owners could log in/],
  };
  for (const [what, [content, problem]] of Object.entries(unusable)) {
    it(`is refused with ${what}`, (t) => {
      assert.throws(
        () => read(t, content),
        (error) => error instanceof Failure && error.exitCode === exitCodes.unusable && problem.test(error.message),
      );
    });
  }
});
