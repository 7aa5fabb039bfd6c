import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finish } from '../../src/images/pixels.ts';

/** Three by two pixels: in the lines of the stored picture, their shades. */
const stored = [
  [10, 20, 30],
  [40, 50, 60],
];

function upright(orientation: number): number[][] {
  const rgba = Uint8Array.from(stored.flat().flatMap((shade) => [shade, shade, shade, 255]));
  const { width, height, rgba: turned } = finish({ width: 3, height: 2, rgba }, { orientation, isOpaque: true });
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => turned[(y * width + x) * 4] ?? -1),
  );
}

describe('a picture', () => {
  // As the Exif standard has it: where the first line and the first column of the stored picture are to be.
  const turns: [orientation: number, what: string, lines: number[][]][] = [
    [1, 'stays', stored],
    [
      2,
      'is mirrored',
      [
        [30, 20, 10],
        [60, 50, 40],
      ],
    ],
    [
      3,
      'is turned half',
      [
        [60, 50, 40],
        [30, 20, 10],
      ],
    ],
    [
      4,
      'is mirrored upside down',
      [
        [40, 50, 60],
        [10, 20, 30],
      ],
    ],
    [
      5,
      'is mirrored along its diagonal',
      [
        [10, 40],
        [20, 50],
        [30, 60],
      ],
    ],
    [
      6,
      'is turned to the right',
      [
        [40, 10],
        [50, 20],
        [60, 30],
      ],
    ],
    [
      7,
      'is mirrored along the other diagonal',
      [
        [60, 30],
        [50, 20],
        [40, 10],
      ],
    ],
    [
      8,
      'is turned to the left',
      [
        [30, 60],
        [20, 50],
        [10, 40],
      ],
    ],
  ];
  for (const [orientation, what, lines] of turns) {
    it(`${what} with orientation ${orientation}`, () => {
      assert.deepEqual(upright(orientation), lines);
    });
  }

  it('stands on white where it is transparent, or stays as it is', () => {
    const rgba = Uint8Array.from([0, 0, 0, 0, 255, 0, 0, 51, 0, 0, 255, 255]);

    const [opaque, plain] = [true, false].map((isOpaque) =>
      finish({ width: 3, height: 1, rgba }, { orientation: 1, isOpaque }),
    );

    assert.deepEqual([...(opaque?.rgba ?? [])], [255, 255, 255, 255, 255, 204, 204, 255, 0, 0, 255, 255]);
    assert.deepEqual(plain?.rgba, rgba);
  });
});
