import { useSignal } from '@preact/signals';
import { part } from '../api/part.ts';
import { joining, resumeKey } from '../commands/calls.ts';
import { lazy } from '../parts/lazy.tsx';
import { SideMenu } from '../sidebar/side-menu.tsx';
import { Offers } from './offers.tsx';
import { Ringing } from './ringing.tsx';

/** Elements above pages and the side bar that belong to neither. */
export function Beside() {
  return (
    <>
      <Offers />
      <SideMenu />
      <Ringing />
      <CallsOnceNeeded />
    </>
  );
}

const calls = part('calls/calls.tsx', () => import('../calls/calls.tsx'));
const Calls = lazy(async () => (await calls()).Calls);

/** From the first call on, or after a page that was loaded again during one. */
function CallsOnceNeeded() {
  const isNeeded = useSignal(sessionStorage.getItem(resumeKey) !== null);
  if (joining.value) isNeeded.value = true;
  return isNeeded.value ? <Calls /> : null;
}
