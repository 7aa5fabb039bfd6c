import { boolean, required } from '../../http/params.ts';
import { imageErrors, readSquare, type SquaresPictures } from '../../images/image.ts';
import {
  doResetRealmImage,
  doSetRealmImage,
  type ImagePurpose,
  realmImageUrl,
} from '../../organization/realm-image.ts';
import { insertImage, storeImage } from '../../realm/stored-image.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const night = required(boolean(), 'Whether it is the logo of the dark theme.');

export const uploadIcon: Endpoint<SquaresPictures> = endpoint({
  method: 'POST',
  path: '/realm/icon',
  summary: "Upload the organization's icon",
  access: 'administrator',
  params: {},
  file: 'A picture, of which the square in the middle is shown: PNG, JPEG, GIF or WebP.',
  errors: imageErrors,
  prepare: ({ app, files }) => readSquare(app, files),
  handler({ app, db }, _params, icon) {
    doSetRealmImage(app, 'icon', insertImage(app, icon));
    return { icon_url: realmImageUrl(db, 'icon') };
  },
});

export const deleteIcon: Endpoint = endpoint({
  method: 'DELETE',
  path: '/realm/icon',
  summary: "Reset the organization's icon to the default",
  access: 'administrator',
  params: {},
  errors: [],
  handler({ app, db }) {
    doResetRealmImage(app, 'icon');
    return { icon_url: realmImageUrl(db, 'icon') };
  },
});

export const getIcon: Endpoint = endpoint({
  method: 'GET',
  path: '/realm/icon',
  summary: "Get the address of the organization's icon",
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler: ({ db }) => ({ icon_url: realmImageUrl(db, 'icon') }),
});

export const uploadLogo: Endpoint = endpoint({
  method: 'POST',
  path: '/realm/logo',
  summary: "Upload the organization's wide logo",
  access: 'administrator',
  params: { night },
  file: 'A wide picture: PNG, JPEG, GIF or WebP.',
  errors: imageErrors,
  handler({ app, files }, { night }) {
    doSetRealmImage(app, logo(night), storeImage(app, files));
    return {};
  },
});

export const deleteLogo: Endpoint = endpoint({
  method: 'DELETE',
  path: '/realm/logo',
  summary: "Reset the organization's wide logo to the default",
  access: 'administrator',
  params: { night },
  errors: [],
  handler({ app }, { night }) {
    doResetRealmImage(app, logo(night));
    return {};
  },
});

export const getLogo: Endpoint = endpoint({
  method: 'GET',
  path: '/realm/logo',
  summary: "Get the address of the organization's logo",
  access: 'user',
  scoped: 'reads',
  params: { night },
  errors: [],
  handler: ({ db }, { night }) => ({ logo_url: realmImageUrl(db, logo(night)) }),
});

function logo(night: boolean): ImagePurpose {
  return night ? 'night_logo' : 'logo';
}
