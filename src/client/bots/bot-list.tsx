import { useSignal } from '@preact/signals';
import type { Bot, User } from '../api/types.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { Reactivate } from '../people/reactivate.tsx';
import { useBotForms } from './bot-forms.ts';
import { BotKeyButton, KeyDialog, type NewKey } from './bot-key.tsx';
import { kindOf } from './bot-kinds.ts';
import { BotRightsButton } from './bot-rights.tsx';

interface Props {
  about: string;
  /** Selects the listed bots. */
  wants: (bot: User) => boolean;
}

/** A list of bots: users can change their own, administrators all. */
export function BotList({ about, wants }: Props) {
  const { store } = useClient();
  const made = useSignal<NewKey | undefined>(undefined);
  const { addForm } = useBotForms();
  const { realm_users, realm_non_active_users } = store.read('people').state;
  const isShown = (user: User) => user.is_bot && wants(user);
  const gone = realm_non_active_users.filter(isShown);
  const add = addForm((key) => {
    made.value = key;
  });
  return (
    <>
      <Bots about={about} bots={realm_users.filter(isShown)} add={add} isActive />
      {gone.length > 0 && <Bots title={t('bots.deactivated')} bots={gone} isActive={false} />}
      {made.value && (
        <KeyDialog
          bot={made.value}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </>
  );
}

interface BotsProps {
  title?: string;
  about?: string;
  bots: readonly User[];
  add?: ReturnType<ReturnType<typeof useBotForms>['addForm']>;
  isActive: boolean;
}

function Bots({ title, about, bots, add, isActive }: BotsProps) {
  const { store } = useClient();
  const { changeForm, removal } = useBotForms();
  const { realm_bots, is_admin } = store.read('people').state;
  const recordOf = ({ user_id }: User) => realm_bots.find((one) => one.user_id === user_id);
  const ifOwn = <Made,>(user: User, make: (bot: Bot) => Made) => {
    const bot = recordOf(user);
    return bot && isActive ? make(bot) : undefined;
  };
  return (
    <EditableList
      {...(title === undefined ? {} : { title })}
      about={about}
      items={bots.toSorted((a, b) => compareNames(a.full_name, b.full_name))}
      empty={t('common.noneYet')}
      keyOf={({ user_id }) => user_id}
      nameOf={({ full_name }) => full_name}
      add={add}
      change={(user) => ifOwn(user, changeForm)}
      remove={(user) => ifOwn(user, removal)}
      tools={(user) => {
        if (isActive) return recordOf(user) && <OwnTools bot={user} />;
        return is_admin && <Reactivate user={user} />;
      }}
    >
      {(user) => <BotFacts user={user} bot={recordOf(user)} />}
    </EditableList>
  );
}

function OwnTools({ bot }: { bot: NewKey }) {
  return (
    <>
      <BotRightsButton bot={bot} />
      <BotKeyButton bot={bot} />
    </>
  );
}

function BotFacts({ user, bot }: { user: User; bot: Bot | undefined }) {
  const client = useClient();
  const { user_id, full_name, email, bot_owner_id } = user;
  const [service] = bot?.services ?? [];
  return (
    <div class="person">
      <Avatar user_id={user_id} />
      <span>
        <b dir="auto">{full_name}</b> {bot && <span class="badge">{kindOf(bot.bot_type)}</span>}
        <br />
        <span class="quiet">
          {bot_owner_id == null ? email : t('bots.ownedBy', { address: email, name: client.userName(bot_owner_id) })}
        </span>
        {service?.base_url && <p class="quiet">{t('bots.callsUrl', { url: service.base_url })}</p>}
      </span>
    </div>
  );
}
