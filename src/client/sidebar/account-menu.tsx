import { useLayoutEffect, useRef } from 'preact/hooks';
import { askToLogOut, isSetQuiet, setQuietUntil } from '../commands/actions.ts';
import { openDialog } from '../commands/view-state.ts';
import { install, installPrompt } from '../device/installation.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { MenuItem, MenuLink } from '../parts/menu.tsx';
import { StatusLine } from '../parts/status.tsx';
import type { Drawing, IconName } from '../text/icons.ts';
import { lateIcons } from '../text/late-icons.ts';
import { formatMoment } from '../text/time.ts';

type Link = readonly [label: string, href: string, icon: IconName | Drawing, shortcut?: string];

const organizationLinks = (): readonly Link[] => [
  [t('common.organization'), '#organization/profile', lateIcons.building],
  [t('common.invitePeople'), '#invite', lateIcons.invite],
];

const helpLinks = (): readonly Link[] => [
  [t('common.keyboardShortcuts'), '#keyboard-shortcuts', lateIcons.keyboard, '?'],
  [t('common.connectOtherApps'), '/apps', lateIcons.apps],
  [t('common.helpAndAbout'), '#about-zulip', lateIcons.help],
];

interface Props {
  close: () => void;
}

/** The menu of the user's account, and of the organization. */
export function AccountMenu({ close }: Props) {
  const client = useClient();
  const frame = useRef<HTMLDivElement>(null);
  // This menu may be loaded after its panel was opened.
  useLayoutEffect(() => void frame.current?.querySelector<HTMLElement>('button')?.focus(), []);
  return (
    <div ref={frame} class="account">
      <Account />
      <OwnLines close={close} />
      <Links links={organizationLinks()} close={close} />
      <Links links={helpLinks()} close={close} />
      <ul class="menu">
        <MenuItem
          label={t('common.logOut')}
          icon={lateIcons.leave}
          act={() => void askToLogOut(client)}
          close={close}
        />
      </ul>
    </div>
  );
}

/** What the user sets about themselves. */
function OwnLines({ close }: Props) {
  return (
    <ul class="menu">
      <MenuItem
        label={t('common.setYourStatus')}
        icon="smile"
        act={() => openDialog({ kind: 'status' })}
        close={close}
      />
      <QuietLine close={close} />
      <MenuLink label={t('sections.account')} icon={lateIcons.account} href="#settings/account" close={close} />
      <MenuLink label={t('common.settings')} icon="sliders" href="#settings/preferences" close={close} />
      {installPrompt.value && (
        <MenuItem
          label={t('common.installAsAnApp')}
          icon={lateIcons.download}
          act={() => void install()}
          close={close}
        />
      )}
    </ul>
  );
}

function QuietLine({ close }: Props) {
  const client = useClient();
  return isSetQuiet(client.store) ? (
    <MenuItem label={t('people.notifyAgain')} icon="bell" act={() => void setQuietUntil(client, null)} close={close} />
  ) : (
    <MenuItem label={t('people.doNotDisturb')} icon="mute" act={() => openDialog({ kind: 'quiet' })} close={close} />
  );
}

function Links({ links, close }: Props & { links: readonly Link[] }) {
  return (
    <ul class="menu">
      {links.map(([label, href, icon, shortcut]) => (
        <MenuLink key={href} {...{ label, href, icon, shortcut, close }} />
      ))}
    </ul>
  );
}

/** Until when the status holds, and the user is not to be disturbed. */
function Ends() {
  const { store } = useClient();
  // A state that this device kept may be older than the setting.
  const { quiet_until = null, status_ends_at = null } = store.read('personal').state.availability ?? {};
  return (
    <>
      {status_ends_at !== null && (
        <span class="quiet">{t('people.statusUntil', { time: formatMoment(status_ends_at) })}</span>
      )}
      {isSetQuiet(store) && (
        <span class="quiet">{t('people.quietUntil', { time: formatMoment(quiet_until ?? 0) })}</span>
      )}
    </>
  );
}

function Account() {
  const { full_name, delivery_email, user_id } = useClient().store.read('people').state;
  return (
    <p>
      <Avatar user_id={user_id} />
      <span>
        <b>{full_name}</b>
        <span class="quiet">{delivery_email}</span>
        <StatusLine user_id={user_id} />
        <Ends />
      </span>
    </p>
  );
}
