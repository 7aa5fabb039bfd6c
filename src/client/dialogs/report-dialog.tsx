import type { Message } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Rendered } from '../parts/rendered.tsx';

/** Reports a message to the people who moderate the organization. */
export function ReportDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const client = useClient();
  const { problem, runOnce } = useAction();
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const report = Object.fromEntries(new FormData(event.currentTarget));
    if (!(await runOnce(() => client.call('POST', `/messages/${message.id}/report`, report)))) return;
    onClose();
    client.say(t('dialogs.reported'));
  };
  return (
    <Dialog title={t('dialogs.reportQuestion')} onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <div class="excerpt">
          <Rendered html={message.content} />
        </div>
        <p>{t('dialogs.reportHint')}</p>
        <label>
          {t('dialogs.reason')}
          <select class="field" name="report_type">
            {client.store.model.state.server_report_message_types.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('dialogs.explanation')}
          <textarea class="field" name="description" rows={3} maxLength={1000} />
        </label>
        <Problem text={problem.value} />
        <FormButtons verb={t('dialogs.report')} other={t('common.cancel')} onOther={onClose} />
      </form>
    </Dialog>
  );
}
