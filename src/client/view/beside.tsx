import { Offers } from './offers.tsx';
import { SideMenu } from './side-menu.tsx';

/** Elements above pages and the side bar that belong to neither. */
export function Beside() {
  return (
    <>
      <Offers />
      <SideMenu />
    </>
  );
}
