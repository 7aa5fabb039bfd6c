import type { ProfileField } from '../api/types.ts';
import { locale } from '../language/locale.ts';
import { useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';
import { accountOf, fieldTypes, optionsOf } from '../store/profile-values.ts';

interface Props {
  field: ProfileField;
  /** Text, or ids of users. */
  value: string | readonly number[];
  /** The same, as the server rendered it. */
  html: string | undefined;
}

/** A user's value of a profile field, in the form of its type. */
export function ProfileValue({ field, value, html }: Props) {
  if (typeof value !== 'string') return <People ids={value} />;
  if (field.type === fieldTypes.select) return <>{optionsOf(field).find(({ key }) => key === value)?.text}</>;
  if (field.type === fieldTypes.date) return <>{formatDate(value)}</>;
  if (field.type === fieldTypes.url) return <Outside url={value} text={value} />;
  if (field.type === fieldTypes.account) return <AccountLink field={field} name={value} />;
  return html ? <Rendered html={html} /> : value;
}

function People({ ids }: { ids: readonly number[] }) {
  const client = useClient();
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={`#user/${id}`}>{client.userName(id)}</a>
        </span>
      ))}
    </>
  );
}

/** A date, which does not depend on the time zone. */
function formatDate(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'long', timeZone: 'UTC' });
}

function AccountLink({ field, name }: { field: ProfileField; name: string }) {
  const { realm_default_external_accounts: usual } = useClient().store.read('realm').state;
  const { subtype, url_pattern } = accountOf(field);
  const pattern = url_pattern ?? usual[subtype]?.url_pattern ?? '';
  return <Outside url={pattern.replace('%(username)s', encodeURIComponent(name))} text={name} />;
}

/** A link to another site. URLs with other schemes than those of pages and files stay text. */
function Outside({ url, text }: { url: string; text: string }) {
  if (!/^(https?|ftps?):\/\//i.test(url)) return <>{text}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
