import type { ComponentChildren } from 'preact';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogButton } from './dialog-button.tsx';

export interface Question {
  /** `Delete the emoji?` */
  title: string;
  /** The consequences. */
  text: ComponentChildren;
  /** The label of the button: `Delete`. */
  verb: string;
  act: () => Promise<unknown>;
  done?: string;
}

/** Asks for confirmation of an action that cannot easily be undone. */
function ConfirmDialog({ title, text, verb, act, done = '', onClose }: Question & { onClose: () => void }) {
  const client = useClient();
  const { problem, isBusy, runOnce } = useAction();
  const confirm = async () => {
    if (!(await runOnce(act))) return;
    if (done !== '') client.say(done);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Problem text={problem.value} />
      <div class="buttons">
        <button type="button" class="button is-dangerous" aria-disabled={isBusy.value} onClick={() => void confirm()}>
          {verb}
        </button>
        <button type="button" class="button is-plain" onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </Dialog>
  );
}

/** A button that asks for confirmation before its action. */
export function ConfirmButton({ label, question }: { label?: string | undefined; question: Question }) {
  return (
    <DialogButton text={question.verb} label={label}>
      {(close) => <ConfirmDialog {...question} onClose={close} />}
    </DialogButton>
  );
}
