import type { Domain } from '../api/types.ts';
import type { Field } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { useClient } from '../parts/context.ts';

const name: Field = { name: 'domain', label: 'Domain', control: { kind: 'text' }, isRequired: true };
const below: Field = { name: 'allow_subdomains', label: 'Subdomains are allowed too', control: { kind: 'switch' } };

/** The forms of owners for domains. */
function useForms(): ListForms<Domain> {
  const { call, store } = useClient();
  if (!store.read('people').state.is_owner) return {};
  const pathOf = ({ domain }: Domain) => `/realm/domains/${encodeURIComponent(domain)}`;
  return {
    add: {
      title: 'Add a domain',
      verb: 'Add',
      fields: [name, below],
      initial: { allow_subdomains: false },
      submit: (values) => call('POST', '/realm/domains', values),
    },
    change: (domain) => ({
      title: domain.domain,
      verb: 'Save',
      fields: [below],
      initial: { allow_subdomains: domain.allow_subdomains },
      submit: (values) => call('PATCH', pathOf(domain), values),
    }),
    remove: (domain) => ({
      title: `Remove ${domain.domain}?`,
      text: 'New people with addresses of this domain can no longer join. Existing accounts stay.',
      verb: 'Remove',
      act: () => call('DELETE', pathOf(domain)),
    }),
  };
}

/** The domains to which the email addresses of new users can be restricted. */
export function Domains() {
  const { realm_domains, realm_emails_restricted_to_domains } = useClient().store.read('realm').state;
  const forms = useForms();
  if (!realm_emails_restricted_to_domains && realm_domains.length === 0) return null;
  return (
    <EditableList
      title="Domains of e-mail addresses"
      items={realm_domains}
      empty="Addresses of all domains are allowed until you add one here."
      keyOf={({ domain }) => domain}
      nameOf={({ domain }) => domain}
      {...forms}
    >
      {({ domain, allow_subdomains }) => (
        <>
          <b>{domain}</b>
          {allow_subdomains && <p class="quiet">With all subdomains</p>}
        </>
      )}
    </EditableList>
  );
}
