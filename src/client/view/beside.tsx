import { Offers } from './offers.tsx';
import { SideMenu } from './side-menu.tsx';

/** What stands above pages and the side bar, and is needed by neither of them. */
export function Beside() {
  return (
    <>
      <Offers />
      <SideMenu />
    </>
  );
}
