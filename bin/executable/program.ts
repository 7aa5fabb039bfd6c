// The first code of the executable.
import './launch.ts';
import '../../src/main.ts';
