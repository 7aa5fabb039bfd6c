// Keeps the index of a database until it is killed, and says when it has begun. Arguments: the database file.
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { searchOptions } from '../support/search.ts';

const search = new IndexedSearch(searchOptions(process.argv[2] ?? ''));
search.step(2);
process.send?.('indexing');
setInterval(() => search.step(2), 1);
