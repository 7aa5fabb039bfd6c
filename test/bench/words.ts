import { Seeded } from '../support/seeded.ts';

const starts = 'b c d f g h j k l m n p r s t v w br ch cl cr dr fl fr gr pl pr sh sl sp st str th tr'.split(' ');
const middles = 'a e i o u ai ea ee ie oo ou'.split(' ');
const ends = ['', '', '', ...'n r s t l m nd nt rt ck st ng'.split(' ')];
const endings = 'ing ed s er ation'.split(' ');
const size = 60_000;

/** Made-up words, spread as those of a language are: the nth is said about 1/n as often as the first. */
export class Words {
  readonly list: string[];
  #random: Seeded;
  #sums: Float64Array;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
    this.list = makeWords(this.#random);
    this.#sums = new Float64Array(size);
    let sum = 0;
    for (let rank = 0; rank < size; rank++) {
      sum += 1 / (rank + 2.7) ** 1.05;
      this.#sums[rank] = sum;
    }
  }

  /** A word as it comes in speech. */
  next(): string {
    const wanted = (this.#random.below(2 ** 31) / 2 ** 31) * (this.#sums.at(-1) as number);
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return this.list[low] as string;
  }

  /** A message: mostly short, now and then a long one; a hundred characters in the mean. */
  message(): string {
    const count = 3 + this.#random.below(10) + (this.#random.chance(15) ? this.#random.below(50) : 0);
    let text = this.next();
    for (let n = 1; n < count; n++) text += (this.#random.chance(8) ? ', ' : ' ') + this.next();
    return `${text}.`;
  }

  /** A number below a limit, small ones more often: few channels, topics and people have most of what is said. */
  skewed(below: number): number {
    return this.#random.below(this.#random.below(below) + 1);
  }
}

// What is said most is short.
function makeWords(random: Seeded): string[] {
  const words = new Set<string>();
  while (words.size < size) {
    const isCommon = words.size < 200;
    let word = '';
    for (let n = random.below(isCommon ? 2 : 3); n >= 0; n--) {
      word += random.pick(starts) + random.pick(middles) + random.pick(ends);
    }
    words.add(!isCommon && random.chance(30) ? word + random.pick(endings) : word);
  }
  return [...words];
}
