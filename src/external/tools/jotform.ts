import { submissionMessage } from '../forms.ts';
import { Payload, parseField } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const jotform: Tool = {
  title: 'Jotform',
  payloads: recorded('https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const id = payload.any('submissionID');
  return submissionMessage({
    form: payload.any('formTitle') || payload.text('formID'),
    url: id === '' ? '' : `https://www.jotform.com/submission/${encodeURIComponent(id)}`,
    answers: answersIn(payload),
  });
}

/** The questions with their answers are in one text, `Name:Mara, Tea:green`; the raw answers have only the names of fields. */
function answersIn(payload: Payload): Record<string, string> {
  const pairs = payload
    .any('pretty')
    .split(/, (?=[^,:]{1,100}:)/)
    .map((one) => /^([^:]+):(.*)$/s.exec(one));
  const pretty = pairs.flatMap((match) => (match ? [[match[1], match[2]]] : []));
  if (pretty.length > 0) return Object.fromEntries(pretty);
  const raw = payload.any('rawRequest');
  const fields = raw === '' ? payload : new Payload(parseField('rawRequest', raw));
  const answers = fields.parts().filter(([name]) => /^q\d+_/.test(name));
  return Object.fromEntries(
    answers.map(([name, part]) => [
      name.replace(/^q\d+_/, ''),
      part.shown ||
        part
          .entries()
          .map(([, text]) => text)
          .join(' '),
    ]),
  );
}
