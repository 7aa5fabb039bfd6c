import type { Domain } from '../api/types.ts';
import type { Field } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

const name = (): Field => ({
  name: 'domain',
  label: t('organization.domain'),
  control: { kind: 'text' },
  isRequired: true,
});
const below = (): Field => ({
  name: 'allow_subdomains',
  label: t('organization.subdomainsAreAllowedToo'),
  control: { kind: 'switch' },
});

/** The forms of owners for domains. */
function useForms(): ListForms<Domain, string> {
  const { call, store } = useClient();
  if (!store.read('people').state.is_owner) return {};
  const pathOf = ({ domain }: Domain) => `/realm/domains/${encodeURIComponent(domain)}`;
  return {
    add: {
      title: t('organization.addADomain'),
      verb: t('common.add'),
      fields: [name(), below()],
      initial: { allow_subdomains: false },
      submit: (values) => call('POST', '/realm/domains', values),
    },
    change: (domain) => ({
      title: domain.domain,
      verb: t('common.save'),
      fields: [below()],
      initial: { allow_subdomains: domain.allow_subdomains },
      submit: (values) => call('PATCH', pathOf(domain), values),
    }),
    remove: (domain) => ({
      title: t('organization.removeDomainQuestion', { domain: domain.domain }),
      text: t('organization.removeDomainHint'),
      verb: t('common.remove'),
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
      title={t('organization.domainsOfEMail')}
      items={realm_domains}
      empty={t('organization.noDomains')}
      keyOf={({ domain }) => domain}
      nameOf={({ domain }) => domain}
      {...forms}
    >
      {({ domain, allow_subdomains }) => (
        <>
          <b>{domain}</b>
          {allow_subdomains && <p class="quiet">{t('organization.withAllSubdomains')}</p>}
        </>
      )}
    </EditableList>
  );
}
