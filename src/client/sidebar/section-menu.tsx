import { ownSections, removeSection, stepSection } from '../commands/own-sections.ts';
import { openDialog } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { lateIcons } from '../text/late-icons.ts';

/** What is done with a section of the user's own. */
export function SectionMenu({ name }: { name: string }) {
  const client = useClient();
  const sections = ownSections(client);
  const isFirst = sections[0]?.name === name;
  const isLast = sections.at(-1)?.name === name;
  return (
    <Menu label={t('sidebar.aboutSection', { name })} icon="more">
      {(close) => (
        <ul class="menu">
          <MenuItem
            label={t('sidebar.renameSection')}
            icon="pencil"
            act={() => openDialog({ kind: 'rename-section', name })}
            close={close}
          />
          {!isFirst && (
            <MenuItem label={t('common.moveUp')} icon="up" act={() => stepSection(client, name, -1)} close={close} />
          )}
          {!isLast && (
            <MenuItem label={t('common.moveDown')} icon="down" act={() => stepSection(client, name, 1)} close={close} />
          )}
          <MenuItem
            label={t('sidebar.deleteSection')}
            icon={lateIcons.trash}
            act={() => removeSection(client, name)}
            close={close}
            isDangerous
          />
        </ul>
      )}
    </Menu>
  );
}
