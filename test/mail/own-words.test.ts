import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownWords } from '../../src/mail/own-words.ts';

const own = { include_quotes: false, include_footer: false };

describe('ownWords', () => {
  it('cuts what mail programs quote below an answer, in any language', () => {
    const quotes = [
      'On Mon, 5 Jan 2026 at 10:00, Bob <bob@x.test> wrote:\n> old\n> older',
      'Am 05.01.26 um 10:00 schrieb Bob:\n\n> old',
      'Le lun. 5 janv. 2026 à 10:00, Bob\n<bob@x.test> a écrit :\n\n> old',
      '2026年1月5日(月) 10:00 Bob <bob@x.test>：\n> old',
      '> old\n>\n> older',
      '-----Original Message-----\nFrom: Bob\nold',
      '---------- Forwarded message ---------\nold',
      'From: Bob <bob@x.test>\nSent: Monday\nTo: me\nSubject: old\n\nold',
      'Von: Bob\nGesendet: Montag\nAn: mich\n\nold',
    ];

    for (const quote of quotes)
      assert.equal(ownWords(`New.\n\nAnd more.\n\n${quote}\n`, own), 'New.\n\nAnd more.', quote);
  });

  it('cuts what is quoted above an answer, and keeps what answers stand between', () => {
    const between = 'On 5 Jan Bob wrote:\n> a?\nYes.\n> b?\nNo.';

    assert.equal(ownWords('On 5 Jan 2026 Bob wrote:\n> old\n> older\n\nNew.', own), 'New.');
    assert.equal(ownWords(between, own), between);
  });

  it('cuts signatures, and the lines of telephones and mailing lists', () => {
    const footers = ['-- \nCarol\nChief', 'Sent from my iPhone', `${'_'.repeat(47)}\nlist mailing list\nlist@x.test`];

    for (const footer of footers) assert.equal(ownWords(`New.\n\n${footer}`, own), 'New.', footer);
    assert.equal(ownWords('New.\n> old\n-- \nCarol', own), 'New.');
    assert.equal(ownWords('a\n---\nb', own), 'a\n---\nb');
  });

  it('keeps what looks like neither', () => {
    const texts = ['Three things:\n- one\n- two', 'From: here on, it is easy', 'a -- b'];

    for (const text of texts) assert.equal(ownWords(text, { include_quotes: false, include_footer: false }), text);
  });

  it('takes linear time', () => {
    for (const line of ['> a\n', 'On 1 x:\n', '-- \n', '\n', 'From: x\n', '_'.repeat(30), '-'.repeat(10)]) {
      assert.equal(typeof ownWords(line.repeat(20_000), own), 'string');
    }
  });
});
