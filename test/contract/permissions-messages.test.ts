import { describeRows } from './matrix/play.ts';
import { ofMessages } from './matrix.ts';

describeRows(ofMessages);
