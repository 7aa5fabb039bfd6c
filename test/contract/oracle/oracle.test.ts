import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { differences, explain } from './differences.ts';
import { createOrganization } from './organization.ts';
import { play } from './player.ts';
import { readLines, runNames } from './recordings.ts';
import type { Row } from './row.ts';

describe('what a server of release 10.2 answered', () => {
  const lines = readLines();
  const used = new Set<Row>();

  for (const run of runNames) {
    it(`is answered alike in run ${run}, or differs as the rows of differences say`, async (t) => {
      const played = await play(
        await createOrganization(t, run),
        lines.filter((line) => line.run === run),
      );

      const unexplained = played.flatMap(({ recording, mismatches, silent }) => {
        const { rows, rest } = explain(recording, mismatches, silent);
        for (const row of rows) used.add(row);
        return rest.length > 0 ? [{ n: recording.n, rest }] : [];
      });
      assert.deepEqual(unexplained, []);
    });
  }

  it('differs by no row that matches nothing any more', () => {
    const unused = differences.filter((row) => !used.has(row)).map(nameOf);

    assert.deepEqual(unused, []);
  });
});

describe('a row of the differences', () => {
  it('is about one endpoint and one place in it', () => {
    const wide = differences.filter(
      ({ endpoint, place }) =>
        !/^[A-Z]+ \/[\w/{}:-]*$/.test(endpoint) || !/^(answer|\.(status|body).*|events( of \w+)?: \S.*)$/.test(place),
    );

    assert.deepEqual(wide.map(nameOf), []);
  });

  it('says what is recorded or what is given there, and both of an answer', () => {
    const vague = differences.filter(({ place, recorded, given, reason }) =>
      place === 'answer' && reason.kind !== 'recorder' ? recorded === '*' || given === '*' : recorded + given === '**',
    );

    assert.deepEqual(vague.map(nameOf), []);
  });

  it('names the elements of a list, or the requests, unless the whole list is of this server', () => {
    const wide = differences.filter(
      ({ place, recorded, given, at, silent }) =>
        place.endsWith('.[]') &&
        [recorded, given].sort().join(' ') === '* -' &&
        at === undefined &&
        !silent &&
        !ownLists.some((list) => place.includes(`.${list}.[]`)),
    );

    assert.deepEqual(wide.map(nameOf), []);
  });

  it('names the requests whose whole answer it explains', () => {
    const wide = differences.filter(({ place, at }) => place === 'answer' && at === undefined);

    assert.deepEqual(wide.map(nameOf), []);
  });

  it('stands there once', () => {
    const names = differences.map(nameOf);

    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) < index),
      [],
    );
  });

  it('has a reason that holds: a later level, a paragraph of a README, the text of an error, or a cause in the recorder', () => {
    const groundless = differences.filter((row) => !isGrounded(row));

    assert.deepEqual(groundless.map(nameOf), []);
  });
});

/** Lists of what a server is made of. */
const ownLists = [
  'onboarding_steps',
  'realm_embedded_bots',
  'realm_incoming_webhook_bots',
  'server_thumbnail_formats',
] as const;

function nameOf({ endpoint, place, recorded, given, when, at, silent }: Row): string {
  const requests = at ? `at ${[...at].join(' ')}` : '';
  return [endpoint, place, `${recorded} => ${given}`, when ?? '', requests, silent ? 'silent' : ''].join('  ').trim();
}

const levelOfRelease = 372;
const root = join(import.meta.dirname, '../../..');

function isGrounded({ place, reason }: Row): boolean {
  switch (reason.kind) {
    case 'newer':
      return reason.level > levelOfRelease;
    case 'deliberate':
      return (
        /^(\w+\/)*README\.md$/.test(reason.readme) && readParagraphs(reason.readme).includes(`- ${reason.paragraph}`)
      );
    case 'text of an error':
      return place === '.body.msg';
    case 'recorder':
      return reason.why !== '';
  }
}

function readParagraphs(readme: string): string {
  return readFileSync(join(root, readme), 'utf8').replaceAll(/\s+/g, ' ');
}
