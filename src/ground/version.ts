import { version } from '../assets.ts';

/** The level of the API that clients read features from. */
const featureLevel = 473;

/** What clients are told about this server, under the names of the specification and under those they read. */
export const versionFields = {
  service_version: `12.0+chatd.${version}`,
  service_merge_base: '12.0',
  service_feature_level: featureLevel,
  zulip_version: `12.0+chatd.${version}`,
  zulip_merge_base: '12.0',
  zulip_feature_level: featureLevel,
};
