import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { install, installPrompt } from '../device/installation.ts';
import { t } from '../language/texts.ts';
import { Ask } from './ask.tsx';

const firstDayKey = 'first day';
const askedKey = 'asked to install';

/** The offer to install the client: once, to those who come back on another day, where the browser allows it. */
export function useInstallOffer(): { isDue: boolean; close: () => void } {
  const isAsked = useSignal(localStorage.getItem(askedKey) !== null);
  const isBack = useMemo(hasComeBack, []);
  const close = () => {
    localStorage.setItem(askedKey, 'yes');
    isAsked.value = true;
  };
  return { isDue: installPrompt.value !== undefined && isBack && !isAsked.value, close };
}

function hasComeBack(): boolean {
  const today = new Date().toDateString();
  const first = localStorage.getItem(firstDayKey);
  if (first === null) localStorage.setItem(firstDayKey, today);
  return first !== null && first !== today;
}

export function AskToInstall({ close }: { close: () => void }) {
  const accept = () => {
    close();
    void install();
  };
  return (
    <Ask
      label={t('common.installAsAnApp')}
      main={{ text: t('common.installAsAnApp'), act: accept }}
      other={{ text: t('common.notNow'), act: close }}
    >
      {t('companions.askToInstall')}
    </Ask>
  );
}
