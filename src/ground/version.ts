import { version } from '../assets.ts';

/** The API level from which clients derive features. */
const featureLevel = 473;

/** Version fields for clients, under the specification's names and under the names that clients read. */
export const versionFields = {
  service_version: `12.0+chatd.${version}`,
  service_merge_base: '12.0',
  service_feature_level: featureLevel,
  zulip_version: `12.0+chatd.${version}`,
  zulip_merge_base: '12.0',
  zulip_feature_level: featureLevel,
};
