import { submissionMessage } from '../forms.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { documented, inField, type Tool, type ToolMessage } from '../tool.ts';

export const typeform: Tool = {
  title: 'Typeform',
  payloads: documented('https://www.typeform.com/developers/webhooks/example-payload/'),
  eventOf: inField('event_type'),
  signature: hmac('Typeform-Signature', { prefix: 'sha256=', encoding: 'base64' }),
  events: { form_response: write, form_response_partial: write },
};

function write(payload: Payload): ToolMessage {
  const response = payload.at('form_response');
  const titles = new Map(response.list('definition.fields').map((one) => [one.any('id'), one.any('title')]));
  const answers = response.list('answers').map((one) => {
    const id = one.any('field.id');
    return [titles.get(id) || one.any('field.ref', 'field.id') || 'Answer', answerOf(one)] as const;
  });
  return submissionMessage({
    form: response.any('definition.title') || response.text('form_id'),
    url: response.any('response_url'),
    answers: Object.fromEntries(answers),
  });
}

function answerOf(answer: Payload): string {
  const labels = answer.list('choices.labels').map(({ shown }) => shown);
  const kind = answer.any('type');
  return (
    labels.join(', ') ||
    answer.any('choice.label', 'choice.other', kind === '' ? 'text' : kind, 'text', 'payment.amount')
  );
}
