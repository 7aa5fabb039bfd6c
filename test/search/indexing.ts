// Keeps the index of a database until it is killed. Arguments: the database file.
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { searchOptions } from '../support/search.ts';

const search = new IndexedSearch(searchOptions(process.argv[2] ?? ''));
process.send?.('indexing');
setInterval(() => search.step(2), 1);
