import { SideMenu } from '../sidebar/side-menu.tsx';
import { Offers } from './offers.tsx';

/** Elements above pages and the side bar that belong to neither. */
export function Beside() {
  return (
    <>
      <Offers />
      <SideMenu />
    </>
  );
}
