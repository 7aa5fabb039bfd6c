import { type Signal, useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { listPeople } from '../forms/choices.ts';
import { Finder } from '../forms/picker.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { compareNames } from '../language/locale.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { Time } from '../parts/time.tsx';
import { Tool } from '../parts/tool.tsx';
import { formatMoment } from '../text/time.ts';
import { auditKinds } from './audit-kinds.ts';
import {
  type Change,
  listChanged,
  listSubjects,
  nameKind,
  type Subject,
  userSubject,
  type Values,
} from './audit-words.ts';

/** A recorded act; `timestamp` is in UNIX seconds. */
interface Entry {
  id: number;
  timestamp: number;
  /** Null: the operator, by a command. */
  acting_user_id: number | null;
  action: string;
  address: string | null;
  about: Values;
  changes: readonly Change[];
  omitted_changes: number;
}

interface Filter {
  user_id?: number;
  object?: string;
}

/** Number of entries that one request fetches. */
const step = 50;
/** Number of changes of an entry that are shown at first. */
const mostAtFirst = 5;

/** Who changed what about the organization and about others: shown to owners. */
export function Audit() {
  const { is_owner } = useClient().store.read('people').state;
  return is_owner ? <Log /> : <ReadOnlyNote text={t('audit.locked')} />;
}

function Log() {
  const filter = useSignal<Filter>({});
  return (
    <>
      <p class="quiet">{t('audit.about')}</p>
      <FilterFields filter={filter} />
      <Entries key={JSON.stringify(filter.value)} filter={filter.value} />
    </>
  );
}

function FilterFields({ filter }: { filter: Signal<Filter> }) {
  const kinds = Object.keys(auditKinds).sort((a, b) => compareNames(nameKind(a), nameKind(b)));
  const { user_id: _, ...others } = filter.value;
  return (
    <div class="audit-filter">
      <PersonFilter
        user_id={filter.value.user_id}
        onChange={(user_id) => {
          filter.value = user_id === undefined ? others : { ...others, user_id };
        }}
      />
      <select
        class="field"
        aria-label={t('audit.kind')}
        value={filter.value.object ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { object: _, ...rest } = filter.value;
          filter.value = value === '' ? rest : { ...rest, object: value };
        }}
      >
        <option value="">{t('audit.allKinds')}</option>
        {kinds.map((object) => (
          <option key={object} value={object}>
            {nameKind(object)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PersonProps {
  user_id: number | undefined;
  onChange: (user_id: number | undefined) => void;
}

function PersonFilter({ user_id, onChange }: PersonProps) {
  const client = useClient();
  if (user_id === undefined) {
    const choose = (key: string) => onChange(Number(key.split(' ')[1]));
    return <Finder id="audit-person" label={t('audit.findPerson')} choices={listPeople(client)} onChoose={choose} />;
  }
  const label = client.userName(user_id);
  return (
    <p class="pick">
      <Avatar user_id={user_id} size={20} />
      <span dir="auto">{label}</span>
      <Tool name={t('forms.removeChoice', { label })} icon="close" onClick={() => onChange(undefined)} />
    </p>
  );
}

function Entries({ filter }: { filter: Filter }) {
  const { entries, hasOldest, problem, isBusy, load } = useEntries(filter);
  if (!entries.value && problem.value === '') return <p class="quiet">{t('common.loading')}</p>;
  return (
    <>
      <ul class="rows audit-rows">
        {entries.value?.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {entries.value?.length === 0 && <p class="empty">{t('audit.nothing')}</p>}
      <Problem text={problem.value} onRetry={load} />
      {entries.value && !hasOldest.value && (
        <button type="button" class="button is-plain" aria-disabled={isBusy.value} onClick={load}>
          {t('audit.showOlder')}
        </button>
      )}
    </>
  );
}

/** The newest entries that match, of which `load` fetches older ones. */
function useEntries(filter: Filter) {
  const { call } = useClient();
  const entries = useSignal<readonly Entry[] | undefined>(undefined);
  const hasOldest = useSignal(false);
  const { problem, isBusy, runOnce } = useAction();
  const fetchOlder = async () => {
    const before = entries.peek()?.at(-1)?.id;
    const page = await call<{ entries: Entry[]; found_oldest: boolean }>('GET', '/realm/audit_log', {
      ...filter,
      ...(before === undefined ? {} : { before }),
      limit: step,
    });
    entries.value = [...(entries.peek() ?? []), ...page.entries];
    hasOldest.value = page.found_oldest;
  };
  const load = () => void runOnce(fetchOlder);
  useLayoutEffect(() => void load(), []);
  return { entries, hasOldest, problem, isBusy, load };
}

function EntryRow({ entry }: { entry: Entry }) {
  const { timestamp, action, address, changes, omitted_changes } = entry;
  const isWhole = useSignal(false);
  const shown = isWhole.value ? changes : changes.slice(0, mostAtFirst);
  return (
    <li class="row audit-row" data-row tabIndex={-1}>
      <div class="row-body">
        <p class="audit-head">
          <Actor entry={entry} /> <Time timestamp={timestamp} format={formatMoment} />
        </p>
        <ul>
          {shown.map((change, index) => (
            <ChangeLine key={index} change={change} />
          ))}
        </ul>
        {shown.length < changes.length && (
          <button
            type="button"
            class="button is-plain"
            onClick={() => {
              isWhole.value = true;
            }}
          >
            {t('audit.showAll', { count: changes.length })}
          </button>
        )}
        {isWhole.value && omitted_changes > 0 && <p>{t('audit.omitted', { count: omitted_changes })}</p>}
        {changes.length === 0 && <About entry={entry} />}
        <p class="quiet">
          {address === null
            ? rich('audit.byCommand', { action: <code>{action}</code> })
            : rich('audit.byRequest', { action: <code>{action}</code>, address: <bdi>{address}</bdi> })}
        </p>
      </div>
    </li>
  );
}

function Actor({ entry: { acting_user_id } }: { entry: Entry }) {
  const client = useClient();
  if (acting_user_id === null) return <b>{t('audit.operator')}</b>;
  return (
    <>
      <Avatar user_id={acting_user_id} size={20} /> <SubjectName subject={userSubject(client, acting_user_id)} />
    </>
  );
}

/** The person whom an act without recorded changes concerned. */
function About({ entry: { about } }: { entry: Entry }) {
  const client = useClient();
  const id = Number(about.user_id ?? about.user_id_or_email ?? about.bot_id);
  if (!Number.isSafeInteger(id)) return null;
  return (
    <p>
      <span class="audit-kind">{t('audit.user')}</span> <SubjectName subject={userSubject(client, id)} />
    </p>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const client = useClient();
  const { object, old, new: fresh } = change;
  const changed = listChanged(client, change);
  return (
    <li>
      <p>
        <span class="audit-kind">{nameKind(object)}</span>{' '}
        {listSubjects(client, change).map((subject, index) => (
          <Fragment key={subject.name}>
            {index > 0 && ' · '}
            <SubjectName subject={subject} />
          </Fragment>
        ))}{' '}
        {!old && <span class="quiet">{t('audit.added')}</span>}
        {!fresh && <span class="quiet">{t('audit.removed')}</span>}
      </p>
      {changed.length > 0 && (
        <ul class="audit-values">
          {changed.map(({ name, old: before, now }) => (
            <li key={name}>
              {before !== undefined && now !== undefined
                ? rich('audit.became', { name, old: <del dir="auto">{before}</del>, now: <ins dir="auto">{now}</ins> })
                : rich('audit.has', { name, value: <span dir="auto">{now ?? before}</span> })}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function SubjectName({ subject: { name, href } }: { subject: Subject }) {
  return href === undefined ? (
    <b dir="auto">{name}</b>
  ) : (
    <a href={href} dir="auto">
      {name}
    </a>
  );
}
