import { fieldNotFound } from '../../accounts/profile-field.ts';
import {
  doRemoveProfileValues,
  doSetProfileValues,
  fieldRestricted,
  profileErrors,
  profileValues,
} from '../../accounts/profile-values.ts';
import { integer, list, required } from '../../http/params.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const updateProfileData: Endpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/profile_data',
  summary: 'Change your own profile',
  access: 'user',
  onlyPeople: true,
  params: { data: required(profileValues, 'New values of fields; other fields stay unchanged.') },
  errors: profileErrors,
  handler({ app, user }, { data }) {
    doSetProfileValues(app, user, user, data);
    return {};
  },
});

export const removeProfileData: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/profile_data',
  summary: 'Clear fields of your own profile',
  access: 'user',
  onlyPeople: true,
  params: { data: required(list(integer()), 'Ids of the fields.') },
  errors: [fieldNotFound, fieldRestricted],
  handler({ app, user }, { data }) {
    doRemoveProfileValues(app, user, user, data);
    return {};
  },
});
