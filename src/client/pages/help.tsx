import { listKeys } from '../commands/key-list.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { PageBody, PageHead } from '../parts/page.tsx';
import { operators } from './search-suggestions.ts';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('common.keyboardShortcuts')} onClose={onClose}>
      <KeyList />
    </Dialog>
  );
}

function KeyList() {
  return (
    <table class="keys">
      {listKeys().map(({ title, rows }) => (
        <tbody key={title}>
          <tr>
            <th colSpan={2} scope="rowgroup">
              {title}
            </th>
          </tr>
          {rows.map(({ keys, label }) => (
            <tr key={label}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{label}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

export function KeysPage() {
  return (
    <main class="page">
      <PageHead title={t('common.keyboardShortcuts')} />
      <PageBody>
        <KeyList />
      </PageBody>
    </main>
  );
}

export function SearchOperatorsPage() {
  return (
    <main class="page">
      <PageHead title={t('common.searchOperators')} />
      <PageBody>
        <Table rows={operators()} />
      </PageBody>
    </main>
  );
}

const formatting = (): readonly [string, string][] => [
  ['**bold**', t('common.bold')],
  ['*italics*', t('common.italics')],
  ['~~struck~~', t('pages.struckThrough')],
  ['`code`', t('common.code')],
  ['```python', t('pages.codeBlock')],
  ['> quotation', t('pages.quotation')],
  ['- item', t('pages.list')],
  ['[text](https://example.com)', t('pages.link')],
  ['@**Name**', t('pages.mentionsSomebody')],
  ['@_**Name**', t('pages.silentMention')],
  ['#**channel>topic**', t('pages.topicLink')],
  [':tada:', t('pages.anEmoji')],
  ['$$x^2$$', t('pages.formula')],
  ['```spoiler Title', t('pages.spoiler')],
  ['/me waves', t('pages.whatYouDo')],
  ['<time:2026-12-24T18:00:00+01:00>', t('pages.timeForReaders')],
];

export function FormattingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('pages.messageFormatting')} onClose={onClose}>
      <Table rows={formatting()} />
    </Dialog>
  );
}

export function FormattingPage() {
  return (
    <main class="page">
      <PageHead title={t('pages.messageFormatting')} />
      <PageBody>
        <Table rows={formatting()} />
      </PageBody>
    </main>
  );
}

const pages = (): readonly [name: string, href: string][] => [
  [t('common.keyboardShortcuts'), '#keyboard-shortcuts'],
  [t('pages.messageFormatting'), '#message-formatting'],
  [t('common.searchOperators'), '#search-operators'],
  [t('common.connectOtherApps'), '/apps'],
];

/** Links to documentation, and facts about the organization and the server. */
export function AboutPage() {
  const { realm_name, zulip_version, zulip_feature_level } = useClient().store.read('realm').state;
  const [api = '', program = ''] = zulip_version.split('+chatd.');
  const facts = [
    [t('common.organization'), realm_name],
    [t('pages.address'), location.origin],
    [t('pages.program'), `chatd ${program}`],
    [t('pages.api'), t('pages.apiVersion', { version: api, level: String(zulip_feature_level) })],
  ] as const;
  return (
    <main class="page">
      <PageHead title={t('common.helpAndAbout')} />
      <PageBody>
        <ul class="menu help-pages">
          {pages().map(([name, href]) => (
            <li key={href}>
              <a href={href} data-row>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <div class="profile">
          <dl>
            {facts.map(([name, fact]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{fact}</dd>
              </div>
            ))}
          </dl>
        </div>
      </PageBody>
    </main>
  );
}

function Table({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <table class="keys">
      <tbody>
        {rows.map(([text, meaning]) => (
          <tr key={text}>
            <th scope="row">
              <code>{text}</code>
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
