import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** A list as its source declares it. */
interface Bound {
  table: string;
  entries: string;
  /** Undefined if it follows from the number of entries. */
  bytes: string | undefined;
}

/** The lists that are declared as OwnList or RealmList. */
function declaredBounds(): Bound[] {
  const files = globSync('src/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  return files.flatMap((text) => {
    const found = [...text.matchAll(/: (OwnList|RealmList) = \{([\s\S]*?)\n?\};/g)];
    return found.map(([, kind, body = '']) => {
      const [, count = ''] = /max: ([\d_]+)/.exec(body) ?? [];
      const [, table = ''] = /SELECT count\(\*\) FROM (\w+)/.exec(body) ?? [];
      const [, maxMib] = /maxMib: (\d+)/.exec(body) ?? [];
      const most = Number(count.replace('_', ''));
      const entries =
        (most >= 10_000 ? most.toLocaleString('en') : String(most)) + (kind === 'OwnList' ? ' a user' : '');
      return { table, entries, bytes: maxMib && `${maxMib} MiB` };
    });
  });
}

/** The rows of the table of bounds: tables, entries, bytes. */
function describedBounds(): string[][] {
  const text = readFileSync(join(root, 'src/db/README.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, 4),
  );
}

/** Tables to which no user adds: the program itself does, or rows that follow from others. */
const ofProgram = new Set(
  `realm images mail_generations external_accounts bots group_permissions channel_permissions subscription_spans
  conversations direct_members joined_places read_floors read_watermarks read_exceptions message_flags
  mentions sent_names webhook_calls upload_space unclaimed_attachments attachment_messages dropped_contents pictures
  awaited_attachments push_service notified_messages push_tasks waiting_mails mail_progress digest_mails posted_mails
  invitation_channels invitation_groups address_confirmations search_changes audit_concerned outbox saved_queues
  saved_events login_failures group_members group_subgroups`.split(/\s+/),
);

describe('the table of bounds', () => {
  it('has each list that is declared, with its bounds', () => {
    const declared = declaredBounds();
    const described = new Map(describedBounds().map(([tables = '', entries, bytes]) => [tables, { entries, bytes }]));

    assert.ok(declared.length >= 17, `${declared.length} lists`);
    for (const { table, entries, bytes } of declared) {
      const row = described.get(`\`${table}\``);
      assert.deepEqual([table, row?.entries, bytes ?? row?.bytes], [table, entries, row?.bytes]);
      assert.ok(row?.bytes, `${table} has no bytes`);
    }
  });

  it('has every table of the database to which a user can add rows', () => {
    const schema = readFileSync(join(root, 'schema.sql'), 'utf8');
    const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name = '']) => name);
    const described = describedBounds().flatMap(([names = '']) => names.replaceAll('`', '').split(', '));

    assert.deepEqual(tables.filter((table) => !ofProgram.has(table)).toSorted(), described.toSorted());
  });
});
