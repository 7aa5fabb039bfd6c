import type { FunctionComponent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { t } from '../language/texts.ts';
import type { Completion } from '../text/ranking.ts';
import { Avatar } from './avatar.tsx';

export type Option = Pick<Completion, 'key' | 'label' | 'detail' | 'user_id' | 'picture'>;

interface Props<One extends Option> {
  options: readonly One[];
  active: number;
  onChoose: (index: number) => void;
  /** What an option shows beside its text. */
  Before?: FunctionComponent<{ option: One }>;
  After?: FunctionComponent<{ option: One }>;
  /** Shows the label otherwise than as plain text. */
  Label?: FunctionComponent<{ option: One }>;
}

/** Attributes that tell screen readers that a list completes a field, while there is one. */
export function completedBy(options: readonly Option[] | undefined, active: number) {
  return {
    'aria-autocomplete': 'list',
    'aria-controls': options ? 'completions' : undefined,
    'aria-activedescendant': options ? `completion-${active}` : undefined,
  } as const;
}

/** Completions of the text being typed. The field keeps the focus. */
export function CompletionList<One extends Option>({ options, active, onChoose, Before, After, Label }: Props<One>) {
  useLayoutEffect(
    () => void document.getElementById(`completion-${active}`)?.scrollIntoView({ block: 'nearest' }),
    [active],
  );
  return (
    <div class="completions" id="completions" role="listbox" aria-label={t('parts.suggestions')}>
      {options.map((option, index) => (
        <div
          key={option.key}
          id={`completion-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          class={index === active ? 'completion is-active' : 'completion'}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          {option.user_id !== undefined && <Avatar user_id={option.user_id} size={22} />}
          {option.picture !== undefined && <img src={option.picture} alt="" width="22" height="22" />}
          {Before && <Before option={option} />}
          <span class="completion-label">{Label ? <Label option={option} /> : option.label}</span>
          {option.detail && <span class="quiet">{option.detail}</span>}
          {After && <After option={option} />}
        </div>
      ))}
    </div>
  );
}
