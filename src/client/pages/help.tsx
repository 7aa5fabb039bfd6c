import { listKeys } from '../commands/key-list.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { PageBody, PageHead } from '../parts/page.tsx';
import { operators } from './search-suggestions.ts';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
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
      <PageHead title="Keyboard shortcuts" />
      <PageBody>
        <KeyList />
      </PageBody>
    </main>
  );
}

export function SearchOperatorsPage() {
  return (
    <main class="page">
      <PageHead title="Search operators" />
      <PageBody>
        <Table rows={operators} />
      </PageBody>
    </main>
  );
}

const formatting: readonly [string, string][] = [
  ['**bold**', 'Bold'],
  ['*italics*', 'Italics'],
  ['~~struck~~', 'Struck through'],
  ['`code`', 'Code'],
  ['```python', 'A block of code, closed by a line ```'],
  ['> quotation', 'A quotation'],
  ['- item', 'A list'],
  ['[text](https://example.com)', 'A link'],
  ['@**Name**', 'Mentions somebody'],
  ['@_**Name**', 'Names somebody without a notification'],
  ['#**channel>topic**', 'A link to a topic'],
  [':tada:', 'An emoji'],
  ['$$x^2$$', 'A formula'],
  ['```spoiler Title', 'Text that is hidden until somebody opens it'],
  ['/me waves', 'What you do'],
  ['<time:2026-12-24T18:00:00+01:00>', 'A time, in the time zone of each reader'],
];

export function FormattingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Message formatting" onClose={onClose}>
      <Table rows={formatting} />
    </Dialog>
  );
}

export function FormattingPage() {
  return (
    <main class="page">
      <PageHead title="Message formatting" />
      <PageBody>
        <Table rows={formatting} />
      </PageBody>
    </main>
  );
}

const pages: readonly [name: string, href: string][] = [
  ['Keyboard shortcuts', '#keyboard-shortcuts'],
  ['Message formatting', '#message-formatting'],
  ['Search operators', '#search-operators'],
  ['Connect other apps', '/apps'],
];

/** Links to documentation, and facts about the organization and the server. */
export function AboutPage() {
  const { realm_name, zulip_version, zulip_feature_level } = useClient().store.read('realm').state;
  const [api, program = ''] = zulip_version.split('+chatd.');
  const facts = [
    ['Organization', realm_name],
    ['Address', location.origin],
    ['Program', `chatd ${program}`],
    ['API', `for clients of Zulip ${api}, feature level ${zulip_feature_level}`],
  ] as const;
  return (
    <main class="page">
      <PageHead title="Help and about" />
      <PageBody>
        <ul class="menu help-pages">
          {pages.map(([name, href]) => (
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
