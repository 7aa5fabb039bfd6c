import { boolean, required, text } from '../../http/params.ts';
import {
  accessDomain,
  checkDomain,
  doAddDomain,
  doChangeDomain,
  domainInvalid,
  domainKnown,
  domainUnknown,
  doRemoveDomain,
  listDomains,
} from '../../organization/domain.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const domain = required(text(), 'The domain.');
const subdomains = 'Whether subdomains are allowed too.';

export const getDomains: Endpoint = endpoint({
  method: 'GET',
  path: '/realm/domains',
  summary: 'Get the allowed domains of e-mail addresses',
  access: 'user',
  params: {},
  errors: [],
  handler: ({ db }) => ({ domains: listDomains(db) }),
});

export const addDomain: Endpoint = endpoint({
  method: 'POST',
  path: '/realm/domains',
  summary: 'Add an allowed domain of e-mail addresses',
  access: 'owner',
  params: { domain, allow_subdomains: required(boolean(), subdomains) },
  errors: [domainInvalid, domainKnown, realmListFull],
  handler({ app }, { domain: name, allow_subdomains }) {
    const domain = checkDomain(name);
    doAddDomain(app, { domain, allow_subdomains });
    return { new_domain: domain };
  },
});

export const updateDomain: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  summary: 'Change whether subdomains of an allowed domain are allowed too',
  access: 'owner',
  params: { domain, allow_subdomains: required(boolean(), subdomains) },
  errors: [domainUnknown],
  handler({ app, db }, { domain, allow_subdomains }) {
    doChangeDomain(app, accessDomain(db, domain), allow_subdomains);
    return {};
  },
});

export const removeDomain: Endpoint = endpoint({
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  summary: 'Remove an allowed domain of e-mail addresses',
  access: 'owner',
  params: { domain },
  errors: [domainUnknown],
  handler({ app, db }, { domain }) {
    doRemoveDomain(app, accessDomain(db, domain));
    return {};
  },
});
