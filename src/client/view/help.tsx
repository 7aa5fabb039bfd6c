import { keyTable } from '../key-table.ts';
import { operators } from '../search-text.ts';
import { Dialog } from './dialog.tsx';
import { PageBody, PageHead } from './page.tsx';

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
      <tbody>
        {keyTable.map(([keys, meaning]) => (
          <tr key={keys}>
            <th scope="row">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
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
  ['```spoiler Title', 'Text that is hidden until somebody wants it'],
  ['/me waves', 'What you do'],
  ['<time:2026-12-24T18:00:00+01:00>', 'A time, in the time zone of each reader'],
];

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
