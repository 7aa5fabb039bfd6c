import { describeRows } from './matrix/play.ts';
import { ofChannels } from './matrix.ts';

describeRows(ofChannels);
