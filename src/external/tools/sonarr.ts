import { arrTool } from '../arr.ts';

export const sonarr = arrTool('Sonarr');
