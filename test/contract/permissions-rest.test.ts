import { describeRows } from './matrix/play.ts';
import { ofTheRest } from './matrix.ts';

describeRows(ofTheRest);
