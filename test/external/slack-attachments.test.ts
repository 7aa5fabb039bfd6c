import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeAttachments } from '../../src/external/slack-attachments.ts';

describe('writeAttachments', () => {
  it('writes everything in the order in which Slack shows it', () => {
    const attachment = {
      fallback: 'not shown',
      color: 'danger',
      pretext: '*Alert*',
      author_name: 'Prometheus',
      author_link: 'https://prometheus.example',
      title: 'High load',
      title_link: 'https://prometheus.example/graph',
      text: 'Load is _4_',
      fields: [{ title: 'Host', value: 'web1', short: true }, { title: 'Since' }, { value: '*now*' }, {}, null],
      blocks: [{ type: 'divider' }],
      image_url: 'https://prometheus.example/1.png',
      thumb_url: 'https://prometheus.example/2.png',
      actions: [{ type: 'button', text: 'Silence', url: 'https://prometheus.example/silence' }],
      footer: 'Prometheus',
      ts: '1392734382',
    };

    const written = writeAttachments([attachment]);

    assert.deepEqual(written.split('\n\n'), [
      '**Alert**',
      '[Prometheus](https://prometheus.example)',
      '## [High load](https://prometheus.example/graph)',
      'Load is *4*',
      '**Host**: web1\n**Since**\n**now**',
      '----',
      '[https://prometheus.example/1.png](https://prometheus.example/1.png)',
      '[https://prometheus.example/2.png](https://prometheus.example/2.png)',
      '[Silence](https://prometheus.example/silence)',
      'Prometheus <time:2014-02-18T14:39:42Z>',
    ]);
  });

  it('writes several below each other, and bare texts too', () => {
    assert.equal(writeAttachments([{ text: 'one' }, null, {}, 'two']), 'one\n\ntwo');
  });

  it('writes a title and an author without links, and numbers as text', () => {
    const attachment = {
      author_name: 'CI',
      title: 7,
      fields: [{ title: 'ok', value: true }],
      ts: 'soon',
      footer: null,
    };

    assert.equal(writeAttachments([attachment]), 'CI\n\n## 7\n\n**ok**: true');
  });

  it('falls back on the text for that where there is nothing else', () => {
    assert.equal(writeAttachments([{ fallback: 'Build *failed*', color: '#f00' }]), 'Build **failed**');
  });
});
